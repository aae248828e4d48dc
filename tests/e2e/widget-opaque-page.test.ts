import { writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { inbox, newOwnerWithSite, reply } from "../support/factories.ts";
import { startHostSite, widgetTag } from "../support/host-page.ts";
import { expect, test } from "../support/page-test.ts";
import { widgetOn } from "../support/widget-page.ts";

test(
  "the chat opens on a page from a local file, and the visitor sees the reply",
  { tag: "@journey" },
  async ({ page }, info) => {
    const { owner, site } = await newOwnerWithSite();
    const file = info.outputPath("shop.html");
    await writeFile(file, `<!doctype html><title>A shop</title>${widgetTag(site.publicKey)}<h1>A shop</h1>`);
    await page.goto(pathToFileURL(file).href);
    const widget = widgetOn(page);
    await widget.open();
    await widget.write("From a file");
    await widget.expectSent("From a file");
    const [started] = await inbox(owner);
    await reply(owner, started?.id ?? "", "Welcome");
    await expect(widget.log.getByText("Welcome")).toBeVisible();
  },
);

for (const [where, page] of Object.entries({
  'a frame with sandbox="allow-scripts"': (tag: string) => ({
    "/": { body: `<iframe title="Shop" width="900" height="700" sandbox="allow-scripts" src="/in"></iframe>` },
    "/in": { head: tag },
  }),
  "a page whose policy is a sandbox": (tag: string) => ({ "/": { csp: "sandbox allow-scripts", head: tag } }),
})) {
  test(`the chat opens in ${where}, and the visitor sees the reply`, async ({ page: tab }) => {
    const { owner, site } = await newOwnerWithSite();
    const host = await startHostSite(page(widgetTag(site.publicKey, 'data-language="en"')));
    await tab.goto(host.origin);
    const inside = where.startsWith("a frame") ? tab.frameLocator("iframe[title=Shop]") : tab;
    await inside.getByRole("button", { name: "Open chat" }).click();
    const chat = inside.frameLocator("iframe[title=Chat]");
    await chat.getByLabel("Message", { exact: true }).fill("From a sandbox");
    await tab.keyboard.press("Enter");
    await expect(chat.locator(".message.sent")).toContainText("From a sandbox");
    const [started] = await inbox(owner);
    await reply(owner, started?.id ?? "", "Welcome");
    await expect(chat.getByRole("log").getByText("Welcome")).toBeVisible();
    await host.close();
  });
}
