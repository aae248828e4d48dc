import { testEnvironment } from "../support/environment.ts";
import { startHostSite, widgetTag } from "../support/host-page.ts";
import { expect, test } from "../support/page-test.ts";
import { createSiteOfOwner } from "../support/site-of-owner.ts";
import { widgetOn } from "../support/widget-page.ts";

test("before it's opened, the widget makes one request and stores nothing, and opening puts nothing in the inbox", {
  tag: "@journey",
}, async ({ page, context }) => {
  const { site, conversations } = await createSiteOfOwner();
  const host = await startHostSite({ "/": { head: widgetTag(site.publicKey) } });
  const requests: string[] = [];
  page.on("request", (request) => {
    if (request.url().startsWith(testEnvironment.baseUrl)) requests.push(new URL(request.url()).pathname);
  });
  await page.goto(host.origin, { waitUntil: "networkidle" });
  await expect(widgetOn(page).launcher).toBeVisible();
  expect(requests).toEqual(["/widget.js"]);
  expect(await context.storageState()).toEqual({ cookies: [], origins: [] });

  await widgetOn(page).open();
  expect(await context.cookies()).toEqual([]);
  expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
  expect(await conversations()).toEqual([]);
  await host.close();
});

test("for an unknown key, the widget renders nothing, logs that on the console, and does no harm", async ({ page }) => {
  const host = await startHostSite({ "/": { head: widgetTag("no-such-key") } });
  const warning = page.waitForEvent("console", (message) => message.type() === "warning");
  await page.goto(host.origin);
  expect((await warning).text()).toBe(
    "Site Inbox: no chat is shown, because the site key in the script tag is not known.",
  );
  await expect(page.getByRole("button")).toHaveCount(0);
  expect(await page.evaluate(() => "SiteInbox" in window)).toBe(false);
  await host.close();
});

test("the widget adds one element next to the page's own and changes none of those, opened or not", {
  tag: "@journey",
}, async ({ page }) => {
  const { site } = await createSiteOfOwner();
  const body = `<main id="app" class="a"><h1>A shop</h1><form><input value="x"></form></main>`;
  const host = await startHostSite({ "/": { body, head: widgetTag(site.publicKey) } });
  const markup = () =>
    page.evaluate(() => {
      const copy = document.documentElement.cloneNode(true) as Element;
      copy.querySelector(":scope > [popover]")?.remove();
      return copy.outerHTML;
    });
  await page.route("**/widget.js?**", (route) => route.fulfill({ contentType: "text/javascript", body: "" }));
  await page.goto(host.origin);
  const before = await markup();
  await page.unroute("**/widget.js?**");
  await page.goto(`${host.origin}/?with`);
  const widget = widgetOn(page);
  await expect(widget.launcher).toBeVisible();
  expect(await markup()).toBe(before);
  await widget.open();
  expect(await markup()).toBe(before);
  await page.keyboard.press("Escape");
  await expect(widget.launcher).toBeFocused();
  expect(await markup()).toBe(before);
  await host.close();
});

test("the widget is above anything the page puts on top", async ({ page }) => {
  const { site } = await createSiteOfOwner();
  const high = `<style>.high { position: fixed; inset: 0; z-index: 2147483647; background: rgb(0 0 0 / .2) }</style>`;
  const host = await startHostSite({
    "/": { head: high + widgetTag(site.publicKey), body: `<h1>A shop</h1><div class="high"></div>` },
  });
  await page.goto(host.origin);
  const widget = widgetOn(page);
  await expect(widget.launcher).toBeVisible();
  await page.evaluate(() => {
    const cover = document.createElement("div");
    cover.className = "high";
    document.documentElement.append(cover);
  });
  // A click fails where something else would catch it.
  await widget.open();
  await host.close();
});

test("the widget looks and works the same under styles that reset and hide everything, and changes none of the page's (F9)", async ({
  page,
}) => {
  const { site } = await createSiteOfOwner();
  const style = `<style>* { all: unset !important } div, iframe, button, [popover] { display: none !important }
    html { zoom: 1.1 } body { transform: translateX(40px) } body > :last-child { color: green }</style>`;
  const host = await startHostSite({
    "/plain": { head: style },
    "/": { head: style + widgetTag(site.publicKey) },
  });
  const stylesOfPage = () =>
    page.evaluate(() =>
      [document.documentElement, document.body, ...document.body.querySelectorAll("*")].map((node) => ({
        ...getComputedStyle(node),
      })),
    );
  await page.goto(`${host.origin}/plain`);
  const before = await stylesOfPage();
  await page.goto(host.origin);
  const widget = widgetOn(page);
  await widget.open();
  expect(await stylesOfPage()).toEqual(before);
  await widget.write("Still here");
  await widget.expectSent("Still here");
  await host.close();
});

const AWKWARD: Record<string, (tag: string) => Parameters<typeof startHostSite>[0][string]> = {
  "without a doctype": (tag) => ({ doctype: "", head: tag }),
  "with a base address of its own": (tag) => ({ head: `<base href="https://elsewhere.example/deep/">${tag}` }),
  "with the tag on it twice": (tag) => ({ head: tag + tag, body: tag }),
  "that adds the script later": (tag) => ({
    body: `<script>addEventListener("load", () => {
      document.body.append(document.createRange().createContextualFragment(${JSON.stringify(tag).replaceAll("/", "\\/")}));
    })</script>`,
  }),
  "that replaces its whole body": (tag) => ({
    head: tag,
    body: `<script>addEventListener("load", () => {
      document.documentElement.replaceChild(document.createElement("body"), document.body);
    })</script>`,
  }),
  // document.open() removes every listener in the page, those in shadow trees included.
  "that calls document.open()": (tag) => ({
    head: tag,
    body: `<script>addEventListener("load", () => {
      document.open();
      setTimeout(() => document.write("<h1>A shop</h1>"));
    })</script>`,
  }),
  "with functions of the language replaced by ones that throw": (tag) => ({
    head: `<script>
      const broken = () => { throw new Error("patched") };
      for (const name of ["map", "forEach", "filter", "includes", "push"]) Array.prototype[name] = broken;
      Object.prototype.extra = "inherited";
      JSON.parse = JSON.stringify = window.fetch = window.Promise = broken;
      customElements.define = broken;
    </script>${tag}`,
  }),
};

for (const [name, write] of Object.entries(AWKWARD)) {
  test(`the widget has one button that opens on a page ${name} (F9)`, async ({ page }) => {
    const { site } = await createSiteOfOwner();
    const host = await startHostSite({ "/": write(widgetTag(site.publicKey)) });
    await page.goto(host.origin);
    const widget = widgetOn(page);
    await expect(widget.launcher).toHaveCount(1);
    await widget.open();
    await expect(widget.frame.getByRole("heading", { name: site.name })).toBeVisible();
    await host.close();
  });
}

test("the widget works again on a page that calls document.open() while the chat is open", async ({ page }) => {
  const { site } = await createSiteOfOwner();
  const host = await startHostSite({ "/": { head: widgetTag(site.publicKey) } });
  await page.goto(host.neighbor);
  const widget = widgetOn(page);
  await widget.open();
  await page.evaluate(() => {
    document.open();
    document.write("<title>Another shop</title><h1>Another shop</h1>");
    document.close();
  });
  await expect(page.getByRole("heading", { name: "Another shop" })).toBeVisible();
  await widget.write("Still here");
  await widget.expectSent("Still here");
  await page.getByRole("button", { name: "Close chat" }).first().click();
  await expect(widget.composer).toBeHidden();
  await widget.open();
  await page.keyboard.press("Escape");
  await expect(widget.launcher).toBeFocused();
  await host.close();
});

test("the widget doesn't throw on a page where it can't render", async ({ page }) => {
  const { site } = await createSiteOfOwner();
  const broken = `<script>Element.prototype.attachShadow = () => { throw new Error("patched") };</script>`;
  const host = await startHostSite({ "/": { head: broken + widgetTag(site.publicKey) } });
  const warning = page.waitForEvent("console", (message) => message.type() === "warning");
  await page.goto(host.origin);
  expect((await warning).text()).toBe("Site Inbox: could not run on this page.");
  await expect(page.getByRole("heading", { name: "A shop" })).toBeVisible();
  await host.close();
});

test("the widget is in the corner where lines end, on right-to-left pages too", async ({ page }) => {
  const { site } = await createSiteOfOwner();
  const tag = widgetTag(site.publicKey);
  const host = await startHostSite({
    "/": { head: tag },
    "/rtl": { head: tag, htmlAttributes: 'dir="rtl" lang="en"' },
  });
  const width = page.viewportSize()?.width ?? 0;
  await page.goto(host.origin);
  expect((await widgetOn(page).launcher.boundingBox())?.x).toBeGreaterThan(width / 2);
  await page.goto(`${host.origin}/rtl`);
  expect((await widgetOn(page).launcher.boundingBox())?.x).toBeLessThan(width / 2);
  await host.close();
});

test("the widget adds a few functions to the page, and destroy removes every trace", { tag: "@journey" }, async ({
  page,
}) => {
  const { site } = await createSiteOfOwner();
  const host = await startHostSite({ "/": { head: widgetTag(site.publicKey) } });
  await page.goto(host.origin);
  const widget = widgetOn(page);
  await expect(widget.launcher).toBeVisible();
  await page.evaluate(() => window.SiteInbox?.("open"));
  await expect(widget.composer).toBeVisible();
  await page.evaluate(() => window.SiteInbox?.("toggle"));
  await expect(widget.composer).toBeHidden();
  await page.evaluate(() => window.SiteInbox?.("destroy"));
  expect(await page.evaluate(() => "SiteInbox" in window)).toBe(false);
  expect(await page.evaluate(() => [...document.documentElement.children].map((node) => node.tagName))).toEqual([
    "HEAD",
    "BODY",
  ]);
  await host.close();
});
