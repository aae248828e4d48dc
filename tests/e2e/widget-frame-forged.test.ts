import type { Page } from "@playwright/test";
import { testEnvironment } from "../support/environment.ts";
import { inbox, newOwnerWithSite, start } from "../support/factories.ts";
import { startHostSite } from "../support/host-page.ts";
import { expect, test } from "../support/page-test.ts";
import { newVouchingSite } from "../support/verified.ts";

/** A page of someone else's, which frames a site's chat and speaks to it as our own script would. */
async function openForger(page: Page, publicKey: string) {
  const host = await startHostSite({
    "/": {
      body: `<iframe title="Chat" width="400" height="600" src="${testEnvironment.baseUrl}/widget/frame?site=${publicKey}"></iframe>
        <script>
          heard = [];
          addEventListener("message", (event) => {
            const channel = new MessageChannel();
            channel.port1.onmessage = ({ data }) => heard.push(data);
            port = channel.port1;
            event.source.postMessage("site-inbox:hello", "*", [channel.port2]);
          });
        </script>`,
    },
  });
  await page.goto(host.origin);
  const composer = page.frameLocator("iframe").getByLabel("Message", { exact: true });
  const say = (...messages: unknown[]) =>
    page.evaluate((all) => {
      for (const one of all) (Reflect.get(window, "port") as MessagePort).postMessage(one);
    }, messages);
  const heard = () => page.evaluate(() => Reflect.get(window, "heard") as { type: string }[]);
  const ready = () => page.waitForFunction(() => Reflect.has(window, "port"));
  return { host, composer, say, heard, ready };
}

test("a page that messages the frame directly can only set labels, and the chat goes on (F13)", {
  tag: "@journey",
}, async ({ page }) => {
  const { owner, site } = await newOwnerWithSite();
  const { host, composer, say, heard, ready } = await openForger(page, site.publicKey);
  await ready();
  await say(
    ...[null, 7, "visible", [], {}, { type: "__proto__" }, { type: "send", message: "forged" }],
    ...[null, 7, "ana", [1], { id: 7, hash: {}, name: ["x"], email: null }].map((visitor) => ({
      type: "identify",
      visitor,
    })),
    { type: "identify" },
    { type: "page", url: { href: "javascript:1" } },
    { type: "page", url: "x".repeat(100_000) },
    { type: "visible", open: true },
  );
  await composer.fill("Real");
  await composer.press("Enter");
  await expect(page.frameLocator("iframe").locator(".message.sent")).toContainText("Real");
  const [only, ...more] = await inbox(owner);
  expect(more).toEqual([]);
  expect(only).toMatchObject({ lastMessagePreview: "Real", visitorVerified: false });
  for (const field of ["visitorExternalId", "visitorName", "visitorEmail", "pageUrl"]) {
    expect(only).not.toHaveProperty(field);
  }
  const types = new Set((await heard()).map(({ type }) => type));
  expect([...types].filter((type) => !["page", "started", "unread", "idle"].includes(type))).toEqual([]);
  await host.close();
});

test.describe("with an invalid proof", () => {
  test.use({ expectedErrors: [/Failed to load resource.*403/] });

  test("shows a page that frames the chat nothing of the visitor it names (F13)", async ({ page }) => {
    const { site, openAs } = await newVouchingSite();
    await start(await openAs("ana"), "A secret of Ana's");
    const { host, composer, say, heard, ready } = await openForger(page, site.publicKey);
    await ready();
    await say(
      { type: "identify", visitor: { id: "ana", hash: "0".repeat(64) } },
      { type: "visible", open: true },
      // The frame is the first one's; a later word makes it nobody else's.
      { type: "identify", visitor: { id: "ben" } },
    );
    await expect.poll(heard).toContainEqual({ type: "unverified" });
    await expect(composer).toBeVisible();
    await expect(page.frameLocator("iframe").locator("body")).not.toContainText("secret");
    expect(JSON.stringify(await heard())).not.toContain("secret");
    await host.close();
  });
});

test.describe("of a site with a domain", () => {
  test.use({ expectedErrors: [/frame-ancestors/] });

  test("isn't shown in a frame on another domain's page (F13)", { tag: "@journey" }, async ({ page }) => {
    const { site } = await newOwnerWithSite({ domain: "shop.example" });
    const { host, composer } = await openForger(page, site.publicKey);
    await expect.poll(() => page.frames()[1]?.url()).toMatch(/^chrome-error:/);
    await expect(composer).toHaveCount(0);
    expect(await page.evaluate(() => Reflect.has(window, "port"))).toBe(false);
    await host.close();
  });
});
