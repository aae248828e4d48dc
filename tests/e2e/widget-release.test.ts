import { testEnvironment } from "../support/environment.ts";
import { startHostSite } from "../support/host-page.ts";
import { expect, test } from "../support/page-test.ts";
import { createSiteOfOwner } from "../support/site-of-owner.ts";
import { widgetOn } from "../support/widget-page.ts";

test("the first release's loader, which a page may still have open, works with this release", {
  tag: "@journey",
}, async ({ page }) => {
  const { site } = await createSiteOfOwner();
  const host = await startHostSite({ "/": { body: "<h1>A shop</h1>" } });
  await page.goto(host.neighbor);
  await page.evaluate(
    async ({ base, key }) => {
      const heard: string[] = [];
      const root = document.body.appendChild(document.createElement("div")).attachShadow({ mode: "open" });
      const launcher = root.appendChild(document.createElement("button"));
      launcher.setAttribute("aria-label", "Open chat");
      const { createDialog } = await import(`${base}/widget/dialog.js?v=before#0`);
      const dialog = createDialog({
        site: { key, base, color: "#0f766e", ink: "#ffffff" },
        settings: { language: "en", position: "", theme: "dark", isHidden: false },
        words: { open: "Open chat", failed: "The chat couldn’t be opened. Try again." },
        root,
        launcher,
        signal: new AbortController().signal,
        handlers: new Set([["open", () => heard.push("open")]]),
        visitor: { name: "Ana" },
        isLeaving: false,
      });
      Object.assign(window, { heard });
      launcher.onclick = () => dialog.toggle();
    },
    { base: testEnvironment.baseUrl, key: site.publicKey },
  );
  const frame = await widgetOn(page).open();
  await expect(frame.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(frame.getByRole("button", { name: "Ana" })).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(window, "heard"))).toEqual(["open"]);
  await host.close();
});
