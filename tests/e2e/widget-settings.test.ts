import type { Page } from "@playwright/test";
import { testEnvironment } from "../support/environment.ts";
import { STUB, startHostSite, widgetTag } from "../support/host-page.ts";
import { expect, test } from "../support/page-test.ts";
import { createSiteOfOwner } from "../support/site-of-owner.ts";
import { widgetOn } from "../support/widget-page.ts";

/** Opens a page with the widget on it, and returns its warnings. */
async function visit(page: Page, attributes: string, htmlAttributes = 'lang="en"') {
  const warnings: string[] = [];
  page.on("console", (message) => void (message.type() === "warning" && warnings.push(message.text())));
  const { site } = await createSiteOfOwner();
  const host = await startHostSite({ "/": { head: STUB + widgetTag(site.publicKey, attributes), htmlAttributes } });
  await page.goto(host.origin);
  return { warnings, host };
}

const isOnTheLeft = async (page: Page) => {
  const box = await widgetOn(page).launcher.boundingBox();
  return box !== null && box.x < (page.viewportSize()?.width ?? 0) / 2;
};

for (const [position, direction, left] of [
  ["left", "ltr", true],
  ["left", "rtl", true],
  ["right", "ltr", false],
  ["right", "rtl", false],
] as const) {
  test(`the widget is on the ${position} of a ${direction} page if the tag says so`, async ({ page }) => {
    const { host } = await visit(page, `data-position="${position}"`, `lang="en" dir="${direction}"`);
    await expect(widgetOn(page).launcher).toBeVisible();
    expect(await isOnTheLeft(page)).toBe(left);
    await widgetOn(page).open();
    const panel = await page.getByRole("dialog").boundingBox();
    expect((panel?.x ?? 0) < 640).toBe(left);
    await host.close();
  });
}

test("invalid settings in the tag are ignored, and named on the console", { tag: "@journey" }, async ({ page }) => {
  const { host, warnings } = await visit(
    page,
    `data-position="middle" data-theme="__proto__" data-language="klingon" data-hidden="x"`,
  );
  await expect(widgetOn(page).launcher).toBeVisible();
  expect(await isOnTheLeft(page)).toBe(false);
  await widgetOn(page).open();
  expect(new Set(warnings)).toEqual(
    new Set([
      'Site Inbox: data-position="middle" is not known.',
      'Site Inbox: data-theme="__proto__" is not known.',
      'Site Inbox: data-language="klingon" is not known.',
    ]),
  );
  await host.close();
});

for (const [theme, colorScheme, background] of [
  ["dark", "light", "rgb(28, 27, 25)"],
  ["light", "dark", "rgb(255, 254, 252)"],
  ["auto", "dark", "rgb(28, 27, 25)"],
] as const) {
  test.describe(`on a device set to ${colorScheme}`, () => {
    test.use({ colorScheme });

    test(`the widget is ${theme} if the tag says ${theme}`, async ({ page }) => {
      const { host, warnings } = await visit(page, `data-theme="${theme}"`);
      const frame = await widgetOn(page).open();
      await expect(frame.locator("body")).toHaveCSS("background-color", background);
      expect(warnings).toEqual([]);
      await host.close();
    });
  });
}

test("the tag can hide the button until the chat is opened", async ({ page }) => {
  const { host } = await visit(page, "data-hide");
  await page.waitForFunction(() => window.SiteInbox?.live);
  await expect(page.getByRole("button")).toHaveCount(0);
  await page.evaluate(() => window.SiteInbox?.("open"));
  await expect(widgetOn(page).composer).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(widgetOn(page).launcher).toBeFocused();
  await host.close();
});

test("the loader finds its tag if the browser doesn't say which script runs", async ({ page }) => {
  const { site } = await createSiteOfOwner();
  const src = `${testEnvironment.baseUrl}/widget.js?site=${site.publicKey}`;
  const host = await startHostSite({
    "/": { head: `<script type="module" src="${src}" data-position="left" data-language="en"></script>` },
  });
  await page.goto(host.origin);
  await expect(widgetOn(page).launcher).toBeVisible();
  expect(await isOnTheLeft(page)).toBe(true);
  await host.close();
});

test("a tag in a shadow tree has its settings obeyed", async ({ page }) => {
  const { site } = await createSiteOfOwner();
  const src = `${testEnvironment.baseUrl}/widget.js?site=${site.publicKey}`;
  const host = await startHostSite({ "/": { body: `<div id="one"></div>` } });
  await page.goto(host.origin);
  await page.evaluate((address) => {
    const inner = document.createElement("div");
    document.querySelector("#one")?.attachShadow({ mode: "open" }).append(inner);
    const tag = Object.assign(document.createElement("script"), { src: address });
    Object.assign(tag.dataset, { hide: "", position: "left" });
    inner.attachShadow({ mode: "open" }).append(tag);
  }, src);
  await page.waitForFunction(() => window.SiteInbox?.live);
  await expect(page.getByRole("button")).toHaveCount(0);
  await page.evaluate(() => window.SiteInbox?.("open"));
  await expect(widgetOn(page).composer).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(widgetOn(page).launcher).toBeFocused();
  expect(await isOnTheLeft(page)).toBe(true);
  await host.close();
});
