import type { Page } from "@playwright/test";
import { GreetingResponse } from "#lib/sites/greetings/schema.ts";
import { expectAccessible } from "../support/accessible.ts";
import { ask } from "../support/api-client.ts";
import { testEnvironment } from "../support/environment.ts";
import { inbox, newOwnerWithSite, patchConversation } from "../support/factories.ts";
import { newGreeting } from "../support/greetings.ts";
import { STUB, startHostSite, widgetTag } from "../support/host-page.ts";
import { expect, test } from "../support/page-test.ts";
import { widgetOn } from "../support/widget-page.ts";

const TEXT = "Questions about our plans?";

/** A site with a greeting, and a foreign website with its tag on each page. */
async function openShop(fields: object = {}, attributes = "") {
  const { owner, site } = await newOwnerWithSite();
  const greeting = await newGreeting(owner, site, { name: "pricing", text: TEXT, ...fields });
  const head = STUB + widgetTag(site.publicKey, attributes);
  const shown = { head, body: "<main><h1>A shop</h1></main>" };
  const host = await startHostSite({ "/": shown, "/pricing": shown, "/about": shown });
  return { owner, site, greeting, host, key: `site-inbox:${site.publicKey}` };
}

/** The same, with a clock of the test's own. */
async function startShop(page: Page, fields: object = {}, attributes = "") {
  const shop = await openShop(fields, attributes);
  await page.clock.install();
  return shop;
}

const greetingOn = (page: Page, text = TEXT) => page.getByRole("button", { name: text, exact: true });
const stored = (page: Page) => page.evaluate(() => ({ ...localStorage }));
const move = (page: Page, path: string) => page.evaluate((to) => history.pushState({}, "", to), path);

test("a greeting is shown after its seconds on its pages, and replying to it starts the conversation with it", {
  tag: ["@journey", "@all"],
}, async ({ page, context }) => {
  const { owner, site, host, key } = await openShop({ pages: ["/pricing*"], afterSeconds: 2 });
  const requests: string[] = [];
  page.on("request", (request) => {
    if (request.url().startsWith(testEnvironment.baseUrl)) requests.push(new URL(request.url()).pathname);
  });
  await page.goto(`${host.neighbor}/pricing`);
  const widget = widgetOn(page);
  await expect(widget.launcher).toBeVisible();
  expect(await greetingOn(page).count()).toBe(0);
  await expect(greetingOn(page)).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: TEXT })).toBeVisible();
  await expectAccessible(page);
  expect(requests).toEqual(["/widget.js"]);
  expect(await context.storageState()).toEqual({ cookies: [], origins: [] });
  expect(await inbox(owner)).toEqual([]);

  await greetingOn(page).click();
  expect(await stored(page)).toEqual({ [`${key}/pricing`]: "1" });
  await expect(widget.composer).toBeFocused();
  await expect(greetingOn(page)).toHaveCount(0);
  await expect(widget.log.getByText(TEXT)).toBeVisible();
  expect(await inbox(owner)).toEqual([]);
  await widget.write("Yes, about the second one");
  await widget.expectSent("Yes, about the second one");
  await expect(widget.log.getByText(TEXT)).toBeVisible();
  expect(await inbox(owner)).toMatchObject([{ greeting: TEXT, lastSeq: 1, siteId: site.id }]);

  await page.reload();
  await widget.open();
  await expect(widget.log.getByText(TEXT)).toBeVisible();
  await host.close();
});

test("a closed greeting isn't shown again, in other tabs either, until the visitor is logged out", async ({
  page,
  context,
}) => {
  const { site, owner, host, key } = await startShop(page);
  await newGreeting(owner, site, { name: "second", text: "Another one" });
  const other = await context.newPage();
  await other.clock.install();
  for (const tab of [page, other]) {
    await tab.goto(host.neighbor);
    await expect(widgetOn(tab).launcher).toBeVisible();
    await tab.clock.runFor(1_000);
    await expect(greetingOn(tab)).toBeVisible();
  }
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(widgetOn(page).launcher).toBeFocused();
  expect(await stored(page)).toEqual({ [`${key}/pricing`]: "1" });
  // No other greeting follows one that was closed.
  await page.clock.runFor(5_000);
  await expect(page.getByRole("button", { name: "Another one" })).toHaveCount(0);
  await other.clock.runFor(2_000);
  await expect(greetingOn(other)).toHaveCount(0);

  await page.reload();
  await expect(widgetOn(page).launcher).toBeVisible();
  await page.clock.runFor(2_000);
  await expect(greetingOn(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Another one" })).toBeVisible();
  await page.evaluate(() => window.SiteInbox?.("logout"));
  await expect.poll(() => stored(page)).toEqual({});
  await host.close();
});

test("on a page that navigates without a reload, a greeting comes and goes with its pages, also by the back button", {
  tag: "@journey",
}, async ({ page }) => {
  const { host, key } = await startShop(page, { pages: ["/pricing"], afterSeconds: 5 });
  await page.goto(host.neighbor);
  await expect(widgetOn(page).launcher).toBeVisible();
  await page.clock.runFor(10_000);
  await expect(greetingOn(page)).toHaveCount(0);
  await move(page, "/pricing");
  await page.clock.runFor(3_000);
  await expect(greetingOn(page)).toHaveCount(0);
  await page.clock.runFor(4_000);
  await expect(greetingOn(page)).toBeVisible();
  await move(page, "/about");
  await page.clock.runFor(1_000);
  await expect(greetingOn(page)).toHaveCount(0);
  await page.goBack();
  await page.clock.runFor(1_000);
  await expect(greetingOn(page)).toBeVisible();
  // A page of its own, and back to the one before.
  await page.goto(`${host.neighbor}/about?next`);
  await page.goBack();
  await expect(widgetOn(page).launcher).toBeVisible();
  await page.clock.runFor(8_000);
  await expect(greetingOn(page)).toBeVisible();
  await page.getByRole("button", { name: "Dismiss" }).click();
  expect(await stored(page)).toEqual({ [`${key}/pricing`]: "1" });
  await move(page, "/about");
  await page.goBack();
  await page.clock.runFor(10_000);
  await expect(greetingOn(page)).toHaveCount(0);
  await host.close();
});

test("no one is greeted while the chat or a conversation is open, and a visitor is again once it's closed", async ({
  page,
}) => {
  const { owner, host } = await startShop(page, { afterSeconds: 3 });
  await page.goto(host.neighbor);
  const widget = widgetOn(page);
  await widget.open();
  await page.clock.runFor(5_000);
  await expect(greetingOn(page)).toHaveCount(0);
  await widget.write("Hello");
  await widget.expectSent("Hello");
  await page.keyboard.press("Escape");
  await page.clock.runFor(5_000);
  await expect(greetingOn(page)).toHaveCount(0);
  await page.reload();
  await expect(widget.launcher).toBeVisible();
  await page.clock.runFor(20_000);
  await expect(widget.frame.getByText("Hello")).toBeAttached();
  await page.clock.runFor(5_000);
  await expect(greetingOn(page)).toHaveCount(0);

  const [conversation] = await inbox(owner);
  await patchConversation(owner, conversation?.id ?? "", { status: "closed" });
  await page.reload();
  await expect(widget.launcher).toBeVisible();
  await expect
    .poll(async () => {
      await page.clock.runFor(2_000);
      return greetingOn(page).count();
    })
    .toBe(1);
  await greetingOn(page).click();
  await expect(widget.composer).toBeFocused();
  await widget.write("Once more");
  await widget.expectSent("Once more");
  expect(await inbox(owner, "?status=open")).toMatchObject([{ greeting: TEXT, lastMessagePreview: "Once more" }]);
  await host.close();
});

test("the page can show a greeting by its name, and a wrong name logs a warning once the chat is open", async ({
  page,
}) => {
  const { host } = await startShop(page, { onlyByName: true, pages: ["/pricing"] });
  await page.goto(host.neighbor);
  await expect(widgetOn(page).launcher).toBeVisible();
  await page.clock.runFor(5_000);
  await expect(greetingOn(page)).toHaveCount(0);
  await page.evaluate(() => {
    window.SiteInbox?.("greet", "nothing");
    window.SiteInbox?.("greet", "pricing");
  });
  await page.clock.runFor(1_000);
  await expect(greetingOn(page)).toBeVisible();
  const warning = page.waitForEvent("console", (message) => message.type() === "warning");
  await widgetOn(page).open();
  expect((await warning).text()).toBe('Site Inbox: no greeting "nothing".');
  await expect(greetingOn(page)).toHaveCount(0);
  await host.close();
});

test("a greeting has the widget's language, as plain text, in the direction of its words", async ({ page }) => {
  const text = "<b>مرحبا</b> **أهلا**";
  const { host } = await startShop(page, { texts: { ar: text } }, 'data-language="ar"');
  await page.goto(host.neighbor);
  await page.clock.runFor(2_000);
  await expect(greetingOn(page, text)).toBeVisible();
  await greetingOn(page, text).click();
  await expect(page.frameLocator("iframe").getByText(text)).toBeVisible();
  await host.close();
});

test("a greeting that was changed meanwhile isn't stored, and the message is", async ({ page }) => {
  const { owner, site, greeting, host } = await startShop(page);
  await page.goto(host.neighbor);
  await page.clock.runFor(2_000);
  await greetingOn(page).click();
  const widget = widgetOn(page);
  await expect(widget.composer).toBeFocused();
  const call = { token: owner.token, body: { text: "Other words" } };
  await ask(GreetingResponse, 200, "PATCH", `/sites/${site.id}/greetings/${greeting.id}`, call);
  await widget.write("Yes");
  await widget.expectSent("Yes");
  const [conversation] = await inbox(owner);
  expect(conversation).toMatchObject({ lastMessagePreview: "Yes" });
  expect(conversation).not.toHaveProperty("greeting");
  await host.close();
});

test("no one is greeted while the page hides the button", async ({ page }) => {
  const { host } = await startShop(page, {}, "data-hide");
  await page.goto(host.neighbor);
  await expect.poll(() => page.evaluate(() => "live" in (window.SiteInbox ?? {}))).toBe(true);
  await page.clock.runFor(3_000);
  await page.evaluate(() => window.SiteInbox?.("greet", "pricing"));
  await page.clock.runFor(3_000);
  await expect(greetingOn(page)).toHaveCount(0);
  await host.close();
});
