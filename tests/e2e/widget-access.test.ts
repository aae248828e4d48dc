import { violationsOn } from "../support/accessible.ts";
import { startHostSite, widgetTag } from "../support/host-page.ts";
import { expect, test } from "../support/page-test.ts";
import { createSiteOfOwner } from "../support/site-of-owner.ts";
import { widgetOn } from "../support/widget-page.ts";

const COLORS = ["#2563eb", "#ffd400", "#ffffff", "#777777"];

// What axe can find in one color and not in another.
const RULES_OF_COLOR = ["color-contrast", "link-in-text-block"];

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: "reduce" }, expectedErrors: [/Failed to load resource/] });

    for (const accentColor of COLORS) {
      test(`axe finds nothing in the widget, empty, with input and with errors, on ${accentColor}`, async ({
        page,
      }) => {
        const { site } = await createSiteOfOwner({ accentColor });
        const host = await startHostSite({
          "/": { head: widgetTag(site.publicKey), body: "<main><h1>A shop</h1></main>" },
        });
        await page.goto(host.origin);
        const widget = widgetOn(page);
        const isFirstColor = accentColor === COLORS[0];
        const isFirst = colorScheme === "light" && isFirstColor;
        const violations = () => violationsOn(page, isFirst ? {} : { rules: RULES_OF_COLOR });
        if (isFirstColor) expect(await violations()).toEqual([]);

        const frame = await widget.open();
        expect(await violations()).toEqual([]);

        await frame.getByRole("button", { name: "Add your name and email" }).click();
        await frame.getByLabel("Email").fill("ana@");
        await widget.write("a".repeat(3999));
        await expect(frame.getByText("Enter a complete email address")).toBeVisible();
        if (isFirstColor) expect(await violations()).toEqual([]);

        await frame.getByLabel("Email").fill("");
        await widget.write("See https://shop.example");
        await widget.expectSent("See https://shop.example");
        await page.route("**/messages", (route) => route.abort());
        await widget.write("Not sent");
        await expect(frame.getByRole("button", { name: "Try again" })).toBeVisible();
        expect(await violations()).toEqual([]);
        await host.close();
      });
    }
  });
}

test("the widget can be used with the keyboard alone, and returns the focus", { tag: "@journey" }, async ({ page }) => {
  const { site } = await createSiteOfOwner();
  const host = await startHostSite({ "/": { head: widgetTag(site.publicKey), body: "<h1>A shop</h1>" } });
  await page.goto(host.origin);
  const widget = widgetOn(page);
  await expect(widget.launcher).toHaveAttribute("aria-expanded", "false");
  await page.keyboard.press("Tab");
  await expect(widget.launcher).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(widget.composer).toBeFocused();
  await page.keyboard.type("By keyboard");
  await page.keyboard.press("Enter");
  await widget.expectSent("By keyboard");
  await page.keyboard.press("Escape");
  await expect(widget.launcher).toBeFocused();
  await expect(widget.composer).toBeHidden();
  // The frame is another process, which gives the keyboard up a moment later.
  await expect(widget.composer).not.toBeFocused();

  await page.keyboard.press("Space");
  await expect(widget.composer).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await expect(widget.frame.getByRole("button", { name: "Add your name and email" })).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await expect(widget.log.getByRole("button")).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await expect(widget.log).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await expect(widget.frame.getByRole("button", { name: "Close chat" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(widget.launcher).toBeFocused();
  await host.close();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 700 }, isMobile: true, hasTouch: true });

  test("the panel fills the screen and has its own close button", async ({ page }) => {
    const { site } = await createSiteOfOwner();
    const host = await startHostSite({ "/": { head: widgetTag(site.publicKey) } });
    await page.goto(host.origin);
    const widget = widgetOn(page);
    await widget.open();
    await expect
      .poll(() => page.getByRole("dialog", { name: "Chat" }).boundingBox())
      .toEqual({ x: 0, y: 0, width: 390, height: 700 });
    await widget.frame.getByRole("button", { name: "Close chat" }).click();
    await expect(widget.launcher).toBeFocused();
    await host.close();
  });
});

test("the demo shop shows the widget, and explains how to use it without a key", async ({ page }) => {
  const { site } = await createSiteOfOwner();
  await page.goto(`/demo?site=${site.publicKey}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const widget = widgetOn(page);
  await widget.open();
  await widget.write("From the demo shop");
  await widget.expectSent("From the demo shop");
  expect(await violationsOn(page)).toEqual([]);

  for (const path of ["/demo", "/demo?site=nonsense"]) {
    await page.goto(path);
    await expect(page.getByText("/demo?site=KEY")).toBeVisible();
    await expect(page.getByRole("button")).toHaveCount(0);
  }
});
