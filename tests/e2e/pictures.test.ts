import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { SiteResponse } from "#lib/sites/sites/schema.ts";
import { expectAccessible } from "../support/accessible.ts";
import { ask } from "../support/api-client.ts";
import { enterDashboard } from "../support/dashboard-page.ts";
import { reply } from "../support/factories.ts";
import { startHostSite, widgetTag } from "../support/host-page.ts";
import { expect, test } from "../support/page-test.ts";
import { sql } from "../support/stored-rows.ts";
import { newTeam } from "../support/team.ts";
import { widgetOn } from "../support/widget-page.ts";

test.use({ expectedErrors: [/status of 415/] });

const picture = async (background: string) => ({
  name: "picture.png",
  mimeType: "image/png",
  buffer: await sharp({ create: { width: 300, height: 200, channels: 3, background } })
    .png()
    .toBuffer(),
});

/** Picks a file with a button. */
async function pick(page: Page, button: string, file: Awaited<ReturnType<typeof picture>>): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: button }).click();
  await (await chooser).setFiles(file);
}

/** Whether an image was decoded, and isn't only an element. */
const widthOf = (image: Locator) => image.evaluate((element: HTMLImageElement) => element.naturalWidth);

test("an owner sets a logo and a teammate their photo, and a visitor sees both in the widget until they're removed", {
  tag: "@journey",
}, async ({ page }) => {
  const { owner, agent, sites } = await newTeam({ sites: 1 });
  const [site] = sites;
  if (!site) throw new Error("the team has no site");
  await sql("UPDATE users SET name = 'Ada' WHERE id = $1", [agent.user.id]);
  await ask(SiteResponse, 200, "PATCH", `/sites/${site.id}`, { ...owner, body: { replyName: "person" } });

  await enterDashboard(page, agent);
  await page.goto("/settings/account/profile");
  await pick(page, "Upload photo", await picture("#c2410c"));
  await expect(page.getByText("Photo saved.")).toBeVisible();
  await expect.poll(() => widthOf(page.getByRole("group", { name: "Photo" }).locator("img"))).toBe(200);
  await expectAccessible(page);
  await page.context().clearCookies();

  await enterDashboard(page, owner);
  await page.goto(`/settings/sites/${site.id}/appearance`);
  const logo = page.getByRole("group", { name: "Logo" });
  await pick(page, "Upload logo", { name: "logo.svg", mimeType: "image/svg+xml", buffer: Buffer.from("<svg></svg>") });
  await expect(logo.getByRole("alert")).toContainText("isn’t a JPEG, PNG");
  await pick(page, "Upload logo", await picture("#15803d"));
  await expect(page.getByText("Logo saved.")).toBeVisible();
  await expect(logo.getByRole("alert")).toHaveCount(0);
  await expect.poll(() => widthOf(logo.locator("img"))).toBe(200);
  await expectAccessible(page);
  await page.goto("/settings/team");
  await expect.poll(() => widthOf(page.getByRole("listitem").filter({ hasText: "Ada" }).locator("img"))).toBe(200);

  const host = await startHostSite({ "/": { head: widgetTag(site.publicKey), body: "<h1>A shop</h1>" } });
  await page.goto(host.origin);
  const widget = widgetOn(page);
  const frame = await widget.open();
  await expect.poll(() => widthOf(frame.locator(".mark img"))).toBe(200);
  await widget.write("Hello");
  await widget.expectSent("Hello");
  const [row] = await sql("SELECT id FROM conversations WHERE site_id = $1", [site.id]);
  await reply(agent, String(row?.id), "Hi, I’m Ada.");
  const group = frame.locator(".group", { hasText: "Hi, I’m Ada." });
  await expect(group).toContainText("Ada");
  await expect.poll(() => widthOf(group.locator("img.face"))).toBe(200);

  await page.goto(`/settings/sites/${site.id}/appearance`);
  await page.getByRole("button", { name: "Remove logo" }).click();
  await expect(page.getByText("Logo removed.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Upload logo" })).toBeFocused();
  await page.goto(host.origin);
  const again = await widgetOn(page).open();
  await expect(again.locator(".mark")).toHaveText(site.name.charAt(0).toUpperCase());
  await expect(again.locator(".mark img")).toHaveCount(0);
  await host.close();
});
