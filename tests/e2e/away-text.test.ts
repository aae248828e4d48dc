import type { Page } from "@playwright/test";
import { SiteResponse } from "#lib/sites/sites/schema.ts";
import { expectAccessible } from "../support/accessible.ts";
import { ask } from "../support/api-client.ts";
import { closeSite, TEXT } from "../support/closed-site.ts";
import { enterDashboard, pathInside } from "../support/dashboard-page.ts";
import { reply } from "../support/factories.ts";
import { startHostSite, widgetTag } from "../support/host-page.ts";
import { misfits } from "../support/page-layout.ts";
import { expect, type Shop, test } from "../support/shop-test.ts";
import { sql } from "../support/stored-rows.ts";
import { LANGUAGES, readWords } from "../support/widget-languages.ts";

// Of a text that's too long.
test.use({ expectedErrors: [/status of 400/] });

/** A visitor who has written to the shop while it's closed. */
async function writeAtNight({ owner, site, visit }: Shop, page: Page) {
  await ask(SiteResponse, 200, "PATCH", `/sites/${site.id}`, { token: owner.token, body: { awayText: TEXT } });
  await closeSite(sql, site.id);
  const widget = await visit(page);
  await widget.open();
  await widget.write("Do you have this in green?");
  return widget;
}

test("the away text says that it was sent automatically, to the visitor and in the inbox, and a person's reply doesn't", {
  tag: "@journey",
}, async ({ page, shop, context }) => {
  const widget = await writeAtNight(shop, page);
  const group = widget.frame.locator(".group").filter({ hasText: TEXT });
  await expect(group).toBeVisible();
  await expect(group).toContainText("Sent automatically");
  await expect(widget.log.getByText("Seen"), "no one has read anything").toHaveCount(0);

  const inbox = await context.newPage();
  await enterDashboard(inbox, shop.owner);
  const { id } = await shop.conversation();
  await inbox.goto(await pathInside(shop.owner, `/inbox/${id}`));
  const thread = inbox.getByRole("region", { name: "Messages" });
  await expect(thread.locator("li[data-message='2']")).toHaveText(TEXT);
  await expect(thread.getByText("Sent automatically")).toBeVisible();
  await reply(shop.owner, id, "Yes, we do.");
  await expect(thread.getByText("Yes, we do.")).toBeVisible();
  await expect(thread.getByText("Sent automatically")).toHaveCount(1);
  await expect(widget.log.getByText("Yes, we do.")).toBeVisible();
  await expect(widget.frame.locator(".group").filter({ hasText: "Yes, we do." })).not.toContainText(
    "Sent automatically",
  );
});

test("the panel names an automatic message in each of its languages", async ({ page, shop }) => {
  const widget = await writeAtNight(shop, page);
  await expect(widget.frame.getByText(TEXT)).toBeVisible();
  const pages = LANGUAGES.map((language) => {
    const head = widgetTag(shop.site.publicKey, `data-language="${language}"`);
    return [`/${language}`, { head }] as const;
  });
  const host = await startHostSite(Object.fromEntries(pages));
  for (const language of LANGUAGES) {
    const { panelWords, loaderWords } = await readWords(language);
    await page.goto(`${host.neighbor}/${language}`);
    await page.getByRole("button", { name: loaderWords.open }).click();
    const group = page.frameLocator("iframe").locator(".group").filter({ hasText: TEXT });
    await expect(group).toContainText(panelWords.automatic);
  }
  await host.close();
});

test("an admin writes the away text below the hours, with a count, and takes it away again", {
  tag: "@journey",
}, async ({ page, shop }) => {
  const read = async () => {
    const { site } = await ask(SiteResponse, 200, "GET", `/sites/${shop.site.id}`, { token: shop.owner.token });
    return site.awayText;
  };
  await closeSite(sql, shop.site.id);
  await enterDashboard(page, shop.owner);
  await page.goto(await pathInside(shop.owner, `/settings/sites/${shop.site.id}/hours`));
  const section = page.getByRole("region", { name: "While you’re closed" });
  const field = section.getByLabel("Away text");
  await field.fill(TEXT);
  await expect(section.getByText(`${500 - TEXT.length} characters left`)).toBeVisible();
  await field.fill("a".repeat(501));
  await expect(section.getByText("1 character too long")).toBeVisible();
  await field.fill(TEXT);
  await section.getByRole("button", { name: "Save changes" }).click();
  await expect(section.getByText("Saved.", { exact: true })).toBeVisible();
  expect(await read()).toBe(TEXT);
  await expectAccessible(page);
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await misfits(page), `at ${width}`).toEqual([]);
  }
  await field.fill(" ");
  await section.getByRole("button", { name: "Save changes" }).click();
  await expect(section.getByText("Saved.", { exact: true })).toBeVisible();
  expect(await read()).toBeNull();
});
