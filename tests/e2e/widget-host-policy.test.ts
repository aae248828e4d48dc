import { readFileSync } from "node:fs";
import { testEnvironment } from "../support/environment.ts";
import { startHostSite, widgetTag } from "../support/host-page.ts";
import { expect, test } from "../support/page-test.ts";
import { createSiteOfOwner } from "../support/site-of-owner.ts";
import { widgetOn } from "../support/widget-page.ts";

test("the widget works on a page whose policy allows only our scripts and frames", { tag: "@journey" }, async ({
  page,
}) => {
  const { site } = await createSiteOfOwner();
  const { baseUrl } = testEnvironment;
  const csp = `default-src 'none'; script-src ${baseUrl}; frame-src ${baseUrl}; require-trusted-types-for 'script'`;
  const host = await startHostSite({ "/": { csp, head: widgetTag(site.publicKey) } });
  await page.goto(host.origin);
  const widget = widgetOn(page);
  await widget.open();
  await widget.write("From a strict page");
  await widget.expectSent("From a strict page");
  await expect(page.getByRole("button", { name: "Close chat" }).first()).toHaveCSS("position", "absolute");
  await host.close();
});

test("the widget works under the content security policy that docs/widget.md gives (F10)", async ({ page }) => {
  const { site } = await createSiteOfOwner();
  const guide = readFileSync("docs/widget.md", "utf8");
  const [, policy = ""] = /```\n(script-src https.*)\n```/.exec(guide) ?? [];
  const csp = policy.replaceAll("https://inbox.example.com", testEnvironment.baseUrl);
  expect(csp).toContain(`frame-src ${testEnvironment.baseUrl}`);
  const host = await startHostSite({
    "/": { csp: `default-src 'none'; ${csp}; require-trusted-types-for 'script'`, head: widgetTag(site.publicKey) },
  });
  await page.goto(host.origin);
  const widget = widgetOn(page);
  await widget.open();
  await widget.write("As the guide says");
  await widget.expectSent("As the guide says");
  await host.close();
});

for (const [sandbox, opens] of [
  ["allow-scripts allow-same-origin", true],
  ["allow-scripts", false],
  ["", false],
] as const) {
  test.describe(`in a frame with sandbox="${sandbox}"`, () => {
    test.use({ expectedErrors: [/frame-ancestors|sandboxed/] });

    test(`${opens ? "the chat opens" : "no chat is shown, and nothing breaks"} (F10)`, async ({ page }) => {
      const { site } = await createSiteOfOwner({ domain: "127.0.0.1" });
      const host = await startHostSite({
        "/": {
          body: `<h1>A shop</h1><iframe title="Shop" width="900" height="700" sandbox="${sandbox}" src="/in"></iframe>`,
        },
        "/in": { head: widgetTag(site.publicKey, 'data-language="en"'), body: "<h1>Inside</h1>" },
      });
      await page.goto(host.origin);
      const inside = page.frameLocator("iframe[title=Shop]");
      await expect(inside.getByRole("heading", { name: "Inside" })).toBeVisible();
      const launcher = inside.getByRole("button", { name: "Open chat" });
      if (sandbox === "") await expect(launcher).toHaveCount(0);
      else await launcher.click();
      const composer = inside.frameLocator("iframe[title=Chat]").getByLabel("Message", { exact: true });
      const refusal = inside.getByText("Couldn’t open.");
      if (opens) await expect(composer).toBeVisible();
      else if (sandbox !== "") await expect(refusal).toBeVisible({ timeout: 15_000 });
      await expect(page.getByRole("heading", { name: "A shop" })).toBeVisible();
      await host.close();
    });
  });
}

test("the widget works on a page whose policy trusts the tag by a nonce only", async ({ page }) => {
  const { site } = await createSiteOfOwner();
  const csp = `default-src 'none'; script-src 'nonce-r4nd0m'; frame-src ${testEnvironment.baseUrl}`;
  const host = await startHostSite({ "/": { csp, head: widgetTag(site.publicKey, 'nonce="r4nd0m"') } });
  await page.goto(host.origin);
  await widgetOn(page).open();
  await host.close();
});

test("the widget works on a page that isolates itself from other origins", async ({ page }) => {
  const { site } = await createSiteOfOwner();
  const headers = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
  };
  const host = await startHostSite({ "/": { headers, head: widgetTag(site.publicKey) } });
  await page.goto(host.neighbor);
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  const widget = widgetOn(page);
  await widget.open();
  await widget.write("From an isolated page");
  await widget.expectSent("From an isolated page");
  await host.close();
});

for (const [name, domain, csp] of [
  ["a site that belongs to another domain", "shop.example", undefined],
  ["a page whose policy doesn't allow the frame", null, `default-src 'none'; script-src ${testEnvironment.baseUrl}`],
] as const) {
  test.describe(name, () => {
    test.use({ expectedErrors: [/frame-ancestors|frame-src/] });

    test("if the chat can't be opened, the visitor sees what to do, and the console says why", async ({ page }) => {
      const { site } = await createSiteOfOwner({ domain });
      const host = await startHostSite({ "/": { ...(csp && { csp }), head: widgetTag(site.publicKey) } });
      await page.clock.install();
      await page.goto(host.origin);
      await widgetOn(page).launcher.click();
      await expect(page.getByRole("dialog", { name: "Chat" })).toBeVisible();
      const warning = page.waitForEvent("console", (message) => message.type() === "warning");
      // The browser says immediately that the frame won't load, so no one waits as long as for a slow network.
      const retry = page.getByRole("button", { name: "Try again" });
      let waited = 0;
      await expect(async () => {
        await page.clock.runFor(200);
        waited += 200;
        await expect(retry).toBeVisible({ timeout: 1 });
      }).toPass({ intervals: [100] });
      expect(waited).toBeLessThan(5000);
      expect((await warning).text()).toBe(
        `Site Inbox: the chat's frame didn't load. If ${testEnvironment.baseUrl} is reachable, either the page's ` +
          "Content-Security-Policy has no frame-src for it, or the site's domain setting doesn't include this page.",
      );
      await expect(page.getByText("Couldn’t open. Try again.")).toBeVisible();
      await page.getByRole("button", { name: "Close chat" }).first().click();
      await expect(widgetOn(page).launcher).toBeVisible();
      await host.close();
    });
  });
}
