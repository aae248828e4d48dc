import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { ChaosProxy } from "../chaos/proxy.ts";
import { seededRandom } from "../chaos/random.ts";
import { gotoLive, listRows, replyBox } from "../support/dashboard-page.ts";
import { scratchDatabase } from "../support/database.ts";
import { startHostSite } from "../support/host-page.ts";
import { test as base, expect } from "../support/page-test.ts";
import { signUp } from "../support/sign-up.ts";
import { startService } from "../support/start-service.ts";
import { widgetOn } from "../support/widget-page.ts";

type Pair = { baseUrl: string; token: string; shop: string; killOne: () => Promise<void> };

/** Two processes on one database behind one address, a shop with the widget, and its owner's token. */
const test = base.extend<{ pair: Pair }>({
  pair: async ({ baseURL: _ }, use, info) => {
    await using database = await scratchDatabase();
    const ports: number[] = [];
    const proxy = new ChaosProxy(() => ports, seededRandom(1));
    const baseUrl = (await proxy.listen()).replace("127.0.0.1", "localhost");
    const settings = {
      PORT: "0",
      HOST: "127.0.0.1",
      BASE_URL: baseUrl,
      DATABASE_URL: database.url,
      AUTH_SECRET: randomBytes(48).toString("base64url"),
      LOG_LEVEL: "warn",
    };
    const start = (name: string) => startService({ settings, log: info.outputPath(`${name}.log`) });
    const services = await Promise.all([start("one"), start("other")]);
    ports.push(...services.map(({ port }) => port));
    const { token, siteKey } = await signUp(baseUrl);
    const tag = `<script src="${baseUrl}/widget.js?site=${siteKey}" async></script>`;
    const host = await startHostSite({ "/": { head: tag } });
    const killOne = async () => {
      ports.shift();
      await services[0]?.stop("SIGKILL");
    };
    await use({ baseUrl, token, shop: host.neighbor, killOne });
    await host.close();
    await proxy.close();
    await Promise.all(services.map(({ stop }) => stop()));
  },
});

// The connections to the killed process.
test.use({ expectedErrors: [/ERR_(INCOMPLETE_CHUNKED_ENCODING|EMPTY_RESPONSE|CONNECTION_|SOCKET_)/] });

const thread = (page: Page) => page.getByRole("region", { name: "Messages" });

test("a visitor and an owner see each other write, read and close, even when one of two processes is killed", {
  tag: "@journey",
}, async ({ browser, page: visitor, pair }) => {
  test.setTimeout(90_000);
  await visitor.goto(pair.shop);
  const widget = widgetOn(visitor);
  await widget.open();
  await widget.write("Do you ship to Norway?");
  await widget.expectSent("Do you ship to Norway?");

  const context = await browser.newContext();
  await context.addCookies([{ name: "next-auth.session-token", value: pair.token, url: pair.baseUrl }]);
  const owner = await context.newPage();
  await gotoLive(owner, `${pair.baseUrl}/inbox`);
  await listRows(owner).filter({ hasText: "Do you ship to Norway?" }).click();
  await expect(thread(owner)).toContainText("Do you ship to Norway?");
  await expect(widget.frame.getByText("Seen")).toBeVisible();

  await widget.composer.pressSequentially("Or");
  await expect(owner.getByText(/is typing/)).toBeVisible();
  await replyBox(owner).pressSequentially("We do");
  await expect(widget.frame.getByText("Shop is typing")).toBeAttached();
  await owner.keyboard.press("Enter");
  await expect(widget.log.getByText("We do", { exact: true })).toBeVisible();
  await expect(thread(owner).getByTitle("Seen")).toBeVisible();

  await pair.killOne();
  await widget.write("How long does it take?");
  await widget.expectSent("How long does it take?");
  await expect(thread(owner)).toContainText("How long does it take?");
  await replyBox(owner).fill("Three days.");
  await owner.keyboard.press("Enter");
  await expect(widget.log.getByText("Three days.")).toBeVisible();

  await owner.getByRole("button", { name: "Close", exact: true }).click();
  await expect(widget.frame.getByText(/conversation is closed/)).toBeVisible();
  await expect(owner).toHaveURL(/\/inbox$/);
  await widget.write("One more thing");
  await owner
    .getByRole("region", { name: "Inbox" })
    .getByRole("link", { name: /One more thing/ })
    .click();
  await expect(thread(owner)).toContainText("One more thing");
  await expect(owner.getByRole("button", { name: "Close", exact: true })).toBeVisible();
  const order = ["Do you ship to Norway?", "We do", "How long does it take?", "Three days.", "One more thing"];
  for (const side of [thread(owner), widget.log]) {
    const text = (await side.textContent()) ?? "";
    const places = order.map((message) => text.indexOf(message));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places).not.toContain(-1);
  }
  await context.close();
});
