import { expectAccessible } from "../support/accessible.ts";
import { enterDashboard } from "../support/dashboard-page.ts";
import { newOwnerWithSite } from "../support/factories.ts";
import { startHostSite } from "../support/host-page.ts";
import { expect, test } from "../support/page-test.ts";
import { widgetOn } from "../support/widget-page.ts";

const TABS = ["HTML", "WordPress", "Shopify", "Webflow", "Next.js", "React", "Vue", "Google Tag Manager"];

test("has code to copy for eight kinds of site, and what it adds to a page in the browser opens the chat", {
  tag: "@journey",
}, async ({ page, context }) => {
  const { owner, site } = await newOwnerWithSite();
  await enterDashboard(page, owner);
  await page.goto(`/settings/sites/${site.id}/install`);
  const code = page.getByRole("tabpanel").getByRole("textbox");
  for (const name of TABS) {
    await page.getByRole("tab", { name, exact: true }).click();
    for (const text of await code.all()) await expect(text).toHaveValue(new RegExp(site.publicKey));
    await expectAccessible(page);
  }
  await page.getByRole("tab", { name: "React", exact: true }).click();
  const [, effect = ""] = /isAdded = true;([\s\S]*)\n {2}\}, \[\]\);/.exec(await code.inputValue()) ?? [];
  const host = await startHostSite({ "/": { head: "" } });
  const shop = await context.newPage();
  await shop.goto(host.origin);
  await shop.evaluate(effect);
  const widget = widgetOn(shop);
  await widget.open();
  await expect(widget.log).toContainText("Hi! How can we help?");
  await host.close();
});
