import { textColorOn, visibleOn } from "#lib/sites/sites/contrast.ts";
import { SiteResponse } from "#lib/sites/sites/schema.ts";
import { violationsOn } from "../support/accessible.ts";
import { ask } from "../support/api-client.ts";
import { query } from "../support/database.ts";
import { testEnvironment } from "../support/environment.ts";
import { newOwnerWithSite } from "../support/factories.ts";
import { startHostSite, widgetTag } from "../support/host-page.ts";
import { expect, test } from "../support/page-test.ts";
import { widgetOn } from "../support/widget-page.ts";

const BODY = "<main><h1>A shop</h1><p>Tables and chairs.</p></main>";
const VIEW = { width: 1280, height: 800 };

test.use({ viewport: VIEW });

const rgb = (color: string) => `rgb(${[1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)).join(", ")})`;

test("the button, panel, mark and header look as the site's settings say, and dark colors are visible in the dark", {
  tag: "@journey",
}, async ({ page }) => {
  const { owner, site } = await newOwnerWithSite({ name: "Fjord", accentColor: "#101014" });
  const appearance = {
    mark: "leaf",
    header: "color",
    launcherIcon: "envelope",
    launcherSize: 64,
    corner: "left",
    offsetX: 40,
    offsetY: 100,
    radius: 8,
    theme: "dark",
  };
  await ask(SiteResponse, 200, "PATCH", `/sites/${site.id}`, { token: owner.token, body: { appearance } });
  const host = await startHostSite({ "/": { head: widgetTag(site.publicKey), body: BODY } });
  await page.goto(host.origin);
  const { launcher, open } = widgetOn(page);
  await expect(launcher).toBeVisible();
  expect(await launcher.boundingBox()).toEqual({ x: 40, y: VIEW.height - 100 - 64, width: 64, height: 64 });
  await expect(launcher).toHaveCSS("background-color", "rgb(16, 16, 20)");

  const frame = await open();
  const panel = page.getByRole("dialog");
  await expect(panel).toHaveCSS("border-radius", "8px");
  // It moves into place as it opens.
  const bottom = async () => {
    const { y = 0, height = 0 } = (await panel.boundingBox()) ?? {};
    return y + height;
  };
  await expect.poll(bottom).toBe(VIEW.height - 100 - 64 - 16);
  expect(await panel.boundingBox()).toMatchObject({ x: 40, width: 380 });
  await expect(frame.locator("body")).toHaveCSS("background-color", "rgb(28, 27, 25)");
  const header = frame.locator(".header");
  await expect(header.locator(".mark path")).toHaveCount(1);
  const shown = visibleOn("#101014", "#1c1b19");
  await expect(header).toHaveCSS("background-color", rgb(shown));
  await expect(header.getByRole("heading")).toHaveCSS("color", rgb(textColorOn(shown)));
  expect(await violationsOn(page)).toEqual([]);

  // On a phone the panel fills the page, and the tag's own settings win.
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await panel.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
  await host.close();
});

test("the tag's position and theme win over the site's", async ({ page }) => {
  const { owner, site } = await newOwnerWithSite();
  const body = { appearance: { corner: "left", theme: "dark" } };
  await ask(SiteResponse, 200, "PATCH", `/sites/${site.id}`, { token: owner.token, body });
  const attributes = 'data-position="right" data-theme="auto"';
  const host = await startHostSite({ "/": { head: widgetTag(site.publicKey, attributes) } });
  await page.goto(host.origin);
  const { launcher, open } = widgetOn(page);
  expect((await launcher.boundingBox())?.x).toBe(VIEW.width - 20 - 56);
  await expect((await open()).locator("body")).toHaveCSS("background-color", "rgb(255, 254, 252)");
  await host.close();
});

test("visitors see who replies and how soon, and a starter question is sent with one click", {
  tag: ["@journey", "@all"],
}, async ({ page }) => {
  const { owner, site } = await newOwnerWithSite({ welcomeMessage: "See https://fjord.example/help 👋" });
  const starterQuestions = ["Where is my order?", "Do you ship to Norway?"];
  const body = { starterQuestions };
  await ask(SiteResponse, 200, "PATCH", `/sites/${site.id}`, { token: owner.token, body });
  await query(testEnvironment.databaseUrl, `UPDATE sites SET reply_minutes = 11 WHERE id = '${site.id}'`);
  const host = await startHostSite({ "/": { head: widgetTag(site.publicKey), body: BODY } });
  await page.goto(host.neighbor);
  const { open, composer, log, expectSent } = widgetOn(page);
  const frame = await open();
  await expect(frame.getByText("Usually replies within 15 minutes")).toBeVisible();
  await expect(log.getByRole("link")).toHaveAttribute("href", "https://fjord.example/help");
  await expect(log.getByRole("button")).toHaveText(starterQuestions);
  // The few words there are at the start are next to the composer.
  const [end, top] = await Promise.all([log.getByRole("button").last().boundingBox(), composer.boundingBox()]);
  expect((top?.y ?? 0) - (end?.y ?? 0)).toBeLessThan(160);
  expect(await violationsOn(page)).toEqual([]);
  await composer.fill("A draft");
  await log.getByRole("button", { name: "Do you ship to Norway?" }).click();
  await expectSent("Do you ship to Norway?");
  for (const name of starterQuestions) await expect(log.getByRole("button", { name })).toHaveCount(0);
  await expect(composer).toBeFocused();
  await expect(composer).toHaveValue("A draft");
  await host.close();
});
