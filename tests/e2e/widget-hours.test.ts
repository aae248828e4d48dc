import type { Page } from "@playwright/test";
import { PutHoursResponse } from "#lib/sites/hours/schema.ts";
import { SiteResponse } from "#lib/sites/sites/schema.ts";
import { violationsOn } from "../support/accessible.ts";
import { ask } from "../support/api-client.ts";
import { patchConversation, reply } from "../support/factories.ts";
import { newGreeting } from "../support/greetings.ts";
import { startHostSite, widgetTag } from "../support/host-page.ts";
import { expect, type Shop, test } from "../support/shop-test.ts";
import { sql } from "../support/stored-rows.ts";
import { addMember } from "../support/team.ts";
import { widgetOn } from "../support/widget-page.ts";

test.use({ timezoneId: "UTC" });

const DAY_MS = 86_400_000;
const ALWAYS = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: 0, until: 1440 }));

/** The date in some days, in UTC. */
const dateIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

async function setHours({ owner, site }: Shop, hours: { timeZone?: string; closedUntil?: string }): Promise<void> {
  const body = { timeZone: "UTC", windows: ALWAYS, ...hours };
  await ask(PutHoursResponse, 200, "PUT", `/sites/${site.id}/hours`, { token: owner.token, body });
}

async function changeSite({ owner, site }: Shop, body: object): Promise<void> {
  await ask(SiteResponse, 200, "PATCH", `/sites/${site.id}`, { token: owner.token, body });
}

/** Lets the widget believe that the service under test sends email. */
async function promiseEmail(page: Page): Promise<void> {
  await page.route("**/public/widget-session", async (route) => {
    const response = await route.fetch();
    const session = await response.json();
    await route.fulfill({ response, json: { ...session, site: { ...session.site, emailReplies: true } } });
  });
}

const header = (page: Page) => widgetOn(page).frame.locator(".header p");

test("a closed site says when it's back, in the page's language, and that someone is there from that minute on", {
  tag: "@journey",
}, async ({ page, browser, shop }) => {
  await setHours(shop, { closedUntil: `${dateIn(1)}T09:00` });
  await page.clock.install();
  const widget = await shop.visit(page);
  await widget.open();
  await expect(header(page)).toHaveText("Back tomorrow at 9:00 AM");
  expect(await violationsOn(page, { without: ["body"] })).toEqual([]);
  // Once it's open, the panel asks the service, whose clock isn't turned.
  await setHours(shop, {});
  const now = await page.evaluate(() => Date.now());
  await page.clock.fastForward(Date.parse(`${dateIn(1)}T08:59:57Z`) - now);
  await expect(header(page)).toHaveText("Back at 9:00 AM");
  await page.clock.runFor(6000);
  await expect(header(page)).toHaveText("Online");

  await setHours(shop, { closedUntil: `${dateIn(1)}T09:00` });
  const german = await startHostSite({ "/": { head: widgetTag(shop.site.publicKey, 'data-language="de"') } });
  const other = await browser.newPage({ locale: "de-DE", timezoneId: "UTC" });
  await other.goto(german.neighbor);
  await other.getByRole("button", { name: "Chat öffnen" }).click();
  await expect(header(other)).toHaveText("Wieder da morgen um 9:00 Uhr");
  await other.close();
  await german.close();
});

test("a panel that's open when the site opens shows who is there then, without a reload and with one request", async ({
  page,
  shop,
}) => {
  const [workspace] = await sql("SELECT id FROM workspaces WHERE owner_id = $1", [shop.owner.user.id]);
  const person = await addMember(String(workspace?.id));
  const named = (name: string) => sql("UPDATE users SET name = $2 WHERE id = $1", [person.user.id, name]);
  await sql("UPDATE users SET name = NULL WHERE id = $1", [shop.owner.user.id]);
  await named("Bo");
  await changeSite(shop, { replyName: "person" });
  await setHours(shop, { closedUntil: `${dateIn(1)}T09:00` });
  await page.clock.install();
  let sessions = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/public/widget-session")) sessions += 1;
  });
  const widget = await shop.visit(page);
  await widget.open();
  await expect(header(page)).toHaveText("Back tomorrow at 9:00 AM");
  const before = sessions;
  await named("Cy");
  // The service goes by its own time, and is open by then.
  await setHours(shop, {});
  await page.clock.fastForward(Date.parse(`${dateIn(1)}T09:00:01Z`) - (await page.evaluate(() => Date.now())));
  await expect(header(page)).toHaveText("Online");
  await expect(widget.frame.getByRole("img", { name: "Bo" })).toHaveCount(0);
  // Not past the request, or its time would run out before there's a response.
  for (let seconds = 0; seconds < 25 && sessions === before; seconds++) await page.clock.runFor(1_000);
  await expect(widget.frame.getByRole("img", { name: "Cy" })).toBeVisible();
  await page.clock.runFor(90_000);
  expect(sessions - before).toBe(1);
});

test("a device whose clock is wrong shows what the service's clock says", async ({ page, shop }) => {
  await setHours(shop, { closedUntil: `${dateIn(1)}T09:00` });
  await page.clock.install({ time: new Date("2031-06-01T12:00:00Z") });
  const widget = await shop.visit(page);
  await widget.open();
  await expect(header(page)).toHaveText("Back tomorrow at 9:00 AM");
});

test.describe("in another time zone", () => {
  test.use({ timezoneId: "Asia/Tokyo" });

  test("a visitor also sees the time on their own clock", async ({ page, shop }) => {
    // Within a week, so it's a weekday, and Berlin has summer time or not.
    const date = dateIn(3);
    await setHours(shop, { timeZone: "Europe/Berlin", closedUntil: `${date}T09:00` });
    const weekday = new Date(`${date}T00:00Z`).toLocaleDateString("en", { weekday: "long", timeZone: "UTC" });
    const widget = await shop.visit(page);
    await widget.open();
    await expect(header(page)).toHaveText(new RegExp(`^Back ${weekday} at 9:00\\sAM \\([45]:00\\sPM your time\\)$`));
    await setHours(shop, { timeZone: "Asia/Tokyo", closedUntil: `${date}T09:00` });
    await page.reload();
    await widget.open();
    await expect(header(page)).toHaveText(/^Back \w+ at 9:00\sAM$/);
  });
});

test("an open site says its owner's words, and a closed one without an opening that no one is there", async ({
  page,
  shop,
}) => {
  await changeSite(shop, { replyTimeText: "We reply the same day" });
  await setHours(shop, {});
  const widget = await shop.visit(page);
  await widget.open();
  await expect(header(page)).toHaveText("We reply the same day");
  await setHours(shop, { closedUntil: `${Number(dateIn(0).slice(0, 4)) + 3}-01-01T09:00` });
  await page.reload();
  await widget.open();
  await expect(header(page)).toHaveText("We’re away");
});

test("a closed site that shows a form gets a message and an email, and then shows the conversation", {
  tag: "@journey",
}, async ({ page, shop }) => {
  await promiseEmail(page);
  await changeSite(shop, { whenClosed: "form", starterQuestions: ["Do you ship?"] });
  await setHours(shop, { closedUntil: `${dateIn(1)}T09:00` });
  const widget = await shop.visit(page);
  await widget.open();
  const { frame } = widget;
  const email = frame.getByLabel("Email");
  await expect(email).toBeVisible();
  await expect(frame.getByRole("button", { name: "Do you ship?" })).toHaveCount(0);
  expect(await violationsOn(page, { without: ["body"] })).toEqual([]);
  await widget.composer.fill("Is the blue one back?\nI need two.");
  await email.fill("ana@");
  await frame.getByRole("button", { name: "Send", exact: true }).click();
  await expect(frame.getByRole("alert")).toHaveText(/^Enter a complete email address/);
  await email.fill("ana@example.com");
  await page.reload();
  await page.getByRole("button", { name: "Open chat" }).click();
  await expect(email).toHaveValue("ana@example.com");
  await frame.getByRole("button", { name: "Send", exact: true }).click();
  await widget.expectSent("Is the blue one back?");
  await expect(frame.getByText("Thanks. We’ll reply to ana@example.com.")).toBeVisible();
  expect(await shop.bodies()).toEqual(["Is the blue one back?\nI need two."]);
  const stored = await sql("SELECT email FROM visitors WHERE site_id = $1", [shop.site.id]);
  expect(stored).toEqual([{ email: "ana@example.com" }]);
  await page.reload();
  await page.getByRole("button", { name: "Open chat" }).click();
  await widget.expectSent("Is the blue one back?");
  await expect(frame.getByRole("textbox", { name: "Email" })).toHaveCount(0);
});

test("a form leaves the focus where it is, then gives it to the composer, and thanks until a person replies", async ({
  page,
  shop,
}) => {
  await changeSite(shop, { whenClosed: "form" });
  await setHours(shop, { closedUntil: `${dateIn(1)}T09:00` });
  const { frame, composer, open, expectSent, write } = await shop.visit(page);
  await open();
  await expect(frame.getByText(/^Leave a message/)).toBeVisible();
  await page.evaluate(() => {
    const input = document.createElement("input");
    input.ariaLabel = "Search";
    document.body.prepend(input);
    input.focus();
  });
  // The panel draws again.
  await frame.locator("body").evaluate(() => void dispatchEvent(new Event("visibilitychange")));
  await expect(page.getByLabel("Search")).toBeFocused();
  await composer.fill("Hello");
  // An email that nothing would be sent to isn't asked for.
  await expect(frame.getByLabel("Email", { exact: true })).toHaveCount(0);
  await frame.getByRole("button", { name: "Send", exact: true }).click();
  await expectSent("Hello");
  await expect(composer).toBeFocused();
  const thanks = frame.getByText("Thanks. We’ll reply here.");
  await expect(thanks).toBeVisible();
  await reply(shop.owner, (await shop.conversation()).id, "We do.");
  await expect(frame.getByText("We do.")).toBeVisible();
  await expect(thanks).toHaveCount(0);
  await write("Great");
  await expectSent("Great");
  await expect(thanks).toHaveCount(0);
});

test.describe("without a response", () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test("an email of a form is saved after its message, even if the page is loaded again before", async ({
    page,
    shop,
  }) => {
    await promiseEmail(page);
    await changeSite(shop, { whenClosed: "form" });
    await setHours(shop, { closedUntil: `${dateIn(1)}T09:00` });
    const { frame, composer, open, expectSent } = await shop.visit(page);
    await open();
    await composer.fill("Hello");
    await frame.getByLabel("Email").fill("ana@example.com");
    const conversations = /\/public\/conversations/;
    await page.route(conversations, (route) => route.abort());
    await frame.getByRole("button", { name: "Send", exact: true }).click();
    await expect(frame.locator(".message")).toHaveText([/./, /^Hello/]);
    await page.reload();
    await page.unroute(conversations);
    await page.getByRole("button", { name: /^Open chat/ }).click();
    await expectSent("Hello");
    const stored = () => sql("SELECT email FROM visitors WHERE site_id = $1", [shop.site.id]);
    await expect.poll(stored).toEqual([{ email: "ana@example.com" }]);
  });
});

test.describe("a blocked visitor", () => {
  test.use({ expectedErrors: [/status of 403/] });

  test("keeps the text of the form, and nothing is stored", async ({ page, shop }) => {
    await changeSite(shop, { whenClosed: "form" });
    await setHours(shop, { closedUntil: `${dateIn(1)}T09:00` });
    const widget = await shop.visit(page);
    await widget.open();
    const { frame } = widget;
    const send = frame.getByRole("button", { name: "Send", exact: true });
    await expect(frame.getByText(/^Leave a message/)).toBeVisible();
    await widget.composer.fill("First");
    await send.click();
    await widget.expectSent("First");
    await patchConversation(shop.owner, (await shop.conversation()).id, { status: "closed" });
    await promiseEmail(page);
    await page.reload();
    await page.getByRole("button", { name: "Open chat" }).click();
    await expect(frame.getByLabel("Email")).toBeVisible();
    await patchConversation(shop.owner, (await shop.conversation()).id, { visitorBlocked: true });
    await widget.composer.fill("Second");
    await frame.getByLabel("Email").fill("ana@example.com");
    await send.click();
    await expect(frame.getByText("Not sent. This chat doesn’t accept the message.")).toBeVisible();
    await frame.getByRole("button", { name: "Edit" }).click();
    await expect(widget.composer).toHaveValue("Second");
    await expect(frame.getByLabel("Email")).toHaveValue("ana@example.com");
    expect(await shop.bodies()).toEqual(["First"]);
    expect(await sql("SELECT email FROM visitors WHERE site_id = $1", [shop.site.id])).toEqual([{ email: null }]);
  });
});

test.describe("a site that hides the button while it's closed", () => {
  const hide = async (shop: Shop) => {
    await changeSite(shop, { whenClosed: "hide" });
    await setHours(shop, { closedUntil: `${dateIn(1)}T09:00` });
  };

  test("shows it from the minute it opens, and lets the page open the chat before", async ({ page, shop }) => {
    await hide(shop);
    await page.clock.install();
    const { launcher, composer } = await shop.visit(page);
    await expect.poll(() => page.evaluate(() => typeof window.SiteInbox)).toBe("function");
    await expect(launcher).toBeHidden();
    await page.evaluate(() => window.SiteInbox?.("open"));
    await expect(composer).toBeVisible();
    await page.reload();
    await page.clock.fastForward(Date.parse(`${dateIn(1)}T08:59:57Z`) - (await page.evaluate(() => Date.now())));
    await expect(launcher).toBeHidden();
    await page.clock.runFor(6000);
    await expect(launcher).toBeVisible();
  });

  test("greets visitors by its hours, once the button is there", async ({ page, shop }) => {
    for (const hours of ["closed", "open"]) {
      await newGreeting(shop.owner, shop.site, { name: hours, text: `We’re ${hours}`, hours });
    }
    await hide(shop);
    await page.clock.install();
    const { launcher } = await shop.visit(page);
    await expect.poll(() => page.evaluate(() => typeof window.SiteInbox)).toBe("function");
    await page.clock.fastForward(Date.parse(`${dateIn(1)}T08:59:57Z`) - (await page.evaluate(() => Date.now())));
    await expect(launcher).toBeHidden();
    const greetings = page.getByRole("button", { name: "We’re" });
    await expect(greetings).toHaveCount(0);
    await page.clock.runFor(6000);
    await expect(launcher).toBeVisible();
    await expect(greetings).toHaveText("We’re open");
  });

  test("shows it to a visitor with a conversation, and if the device's clock is wrong", async ({
    page,
    browser,
    shop,
  }) => {
    const widget = await shop.visit(page);
    await widget.open();
    await widget.write("Hello");
    await widget.expectSent("Hello");
    await hide(shop);
    await page.reload();
    await expect(widget.launcher).toBeVisible();
    const other = await browser.newPage();
    await other.clock.install({ time: Date.now() + 3 * DAY_MS });
    await other.goto(shop.host.neighbor);
    await expect(widgetOn(other).launcher).toBeVisible();
    await other.close();
  });
});
