import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { newEmail, PASSWORD } from "../support/factories.ts";
import { type MailedOwner, type MailWorld, mailWorld } from "../support/mail-world.ts";
import { misfits } from "../support/page-layout.ts";
import { expect, test } from "../support/page-test.ts";
import { readWords } from "../support/widget-languages.ts";
import { widgetOn } from "../support/widget-page.ts";

/*
 * The pages that emails to visitors link to, how a visitor asks for a copy, and what the settings say about emails to visitors.
 * Tests send the emails themselves.
 */
test.use({ expectedErrors: [/status of (400|409|410)/] });

let world: MailWorld;
test.beforeAll(async () => {
  world = await mailWorld();
});
test.afterAll(() => world.close());

const lastTextTo = (email: string) => world.server.received.findLast(({ to }) => to.includes(email))?.mail.text ?? "";
const linkIn = (text: string, path: string) => new RegExp(`${world.baseUrl}/${path}#\\S+`).exec(text)?.[0] ?? "";

/** A closed conversation, whose visitor was asked by email for a rating. */
async function askedByEmail(language?: string) {
  const owner = await world.newOwner();
  const site = await world.newSite(owner, { name: "Kiln Street" });
  await world.send("PATCH", `/sites/${site.id}`, { token: owner.token, body: { asksRating: true, mailsRating: true } });
  const email = newEmail();
  const visitor = await world.openWidget(site);
  const id = await world.write(visitor, "canary of a message", { email, ...(language && { language }) });
  await world.sql("UPDATE users SET alert_mails = false WHERE id = $1", [owner.id]);
  await world.reply(owner, id, "Since Monday.");
  await world.send("POST", `/public/conversations/${id}/read`, { token: visitor.token, body: { seq: 2 } });
  const turn = (status: string) =>
    world.send("PATCH", `/conversations/${id}`, { token: owner.token, body: { status } });
  await turn("closed");
  await world.deliverAll();
  return { owner, site, visitor, id, turn, link: linkIn(lastTextTo(email), "rate") };
}

const ratingsOf = (id: string) => world.sql("SELECT score, comment, via FROM ratings WHERE conversation_id = $1", [id]);
const faces = (page: Page) => page.getByRole("radiogroup", { name: "How was this chat?" });

test("a visitor rates with an email's link: opening it stores nothing, and a button does, again within a day", {
  tag: "@journey",
}, async ({ page, browser }) => {
  const { id, link } = await askedByEmail();
  // What looks into mails has a browser too, at times, and a list of what it clicks.
  const scanner = await browser.newPage();
  await scanner.goto(link);
  await expect(faces(scanner)).toBeVisible();
  await scanner.close();
  expect(await ratingsOf(id)).toEqual([]);

  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Chat with Kiln Street" })).toBeVisible();
  expect(new URL(page.url()).hash).toBe("");
  await expect(page.locator("body")).not.toContainText("canary");
  expect(await misfits(page)).toEqual([]);
  await expectAccessible(page);
  const send = page.getByRole("button", { name: "Send rating" });
  await send.click();
  await expect(page.getByRole("main").getByRole("alert")).toHaveText("Choose one of the five faces.");
  await faces(page).getByText("Good").click();
  await page.getByLabel("Anything to add?").fill("Quick and friendly.");
  await send.click();
  await expect(page.getByRole("status")).toHaveText("Thanks for your feedback. You can change it for a day.");
  expect(await ratingsOf(id)).toEqual([{ score: 4, comment: "Quick and friendly.", via: "email" }]);
  await expectAccessible(page);

  await page.goto("about:blank");
  await page.goto(link);
  await expect(faces(page).getByRole("radio", { name: "Good" })).toBeChecked();
  await faces(page).getByRole("radio", { name: "Good" }).focus();
  await page.keyboard.press("ArrowRight");
  await send.press("Enter");
  await expect(page.getByRole("status")).toContainText("Thanks");
  expect(await ratingsOf(id)).toEqual([{ score: 5, comment: "Quick and friendly.", via: "email" }]);
});

test("the page is in the visitor's language, in Arabic from right to left, and dark if the system is", async ({
  page,
}) => {
  const { id, link } = await askedByEmail("ar");
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto(link);
  const { ratingWords } = await readWords("ar");
  const radios = page.getByRole("radiogroup", { name: ratingWords.ask }).locator("label");
  await expect(radios).toHaveText(ratingWords.scores);
  const [worst, best] = [await radios.first().boundingBox(), await radios.last().boundingBox()];
  expect(worst?.x ?? 0).toBeGreaterThan(best?.x ?? 0);
  await expectAccessible(page);
  await radios.last().click();
  await page.getByRole("button").click();
  await expect(page.getByRole("status")).toContainText(ratingWords.thanks);
  expect(await ratingsOf(id)).toMatchObject([{ score: 5 }]);
});

test("a link that's incomplete, gone or of a reopened conversation says so, also if that happens while the page is open", async ({
  page,
}) => {
  const shows = (name: string) => expect(page.getByRole("heading", { name })).toBeVisible();
  await page.goto(`${world.baseUrl}/rate`);
  await shows("This link is incomplete");
  await page.goto(`${world.baseUrl}/rate?x#ab.cd`);
  await shows("This link no longer works");
  await expectAccessible(page);
  const { owner, visitor, link, turn } = await askedByEmail();
  await page.goto(link);
  await faces(page).getByText("Bad").click();
  await turn("open");
  await page.getByRole("button", { name: "Send rating" }).click();
  await shows("This chat can’t be rated now");
  await page.goto("about:blank");
  await page.goto(link);
  await shows("This chat can’t be rated now");
  await world.send("DELETE", `/visitors/${visitor.id}`, { token: owner.token });
  await page.goto("about:blank");
  await page.goto(link);
  await shows("This link no longer works");
});

test("a visitor asks for a copy in the chat, confirms the address with a button, and gets the next copy at once", {
  tag: ["@journey", "@all"],
}, async ({ page }) => {
  const owner = await world.newOwner();
  const site = await world.newSite(owner, { name: "Kiln Street" });
  await world.sql("UPDATE users SET alert_mails = false WHERE id = $1", [owner.id]);
  await page.goto(`${world.baseUrl}/demo?site=${site.publicKey}`);
  const { open, write, frame, expectSent, log } = widgetOn(page);
  await open();
  await write("Is it back?");
  await expectSent("Is it back?");
  const button = frame.getByRole("button", { name: "Email me a copy" });
  await expect(frame.getByRole("button", { name: "Download conversation" })).toBeVisible();
  await expect(button).toHaveCount(0);
  const email = newEmail();
  await world.sql("UPDATE visitors SET email = $2 WHERE site_id = $1", [site.id, email]);
  await page.reload();
  await open();
  await button.click();
  await expect(log.getByRole("status").filter({ hasText: /./ })).toHaveText(
    "We’ve emailed you a link. Open it to confirm your address, and we’ll send the copy there.",
  );
  await expectAccessible(page);
  await world.deliverAll();
  const link = linkIn(lastTextTo(email), "transcript");

  const mailClient = await page.context().newPage();
  await mailClient.goto(link);
  await expect(mailClient.getByRole("heading", { name: "A copy of your conversation" })).toBeVisible();
  await expectAccessible(mailClient);
  expect(await world.sql("SELECT FROM visitors WHERE email = $1 AND confirmed_email IS NOT NULL", [email])).toEqual([]);
  await mailClient.getByRole("button", { name: "Send me the conversation" }).click();
  await expect(mailClient.getByRole("status")).toHaveText("It’s on its way. Check your spam folder too.");
  await world.deliverAll();
  expect(lastTextTo(email)).toContain("Is it back?");
  await mailClient.goto(`${world.baseUrl}/transcript`);
  await expect(mailClient.getByRole("heading", { name: "This link is incomplete" })).toBeVisible();
  await mailClient.close();

  await button.click();
  await expect(log).toContainText("We’ve emailed you a copy. Check your spam folder too.");
  expect(await misfits(page)).toEqual([]);
});

async function openSettings(page: Page, owner: Pick<MailedOwner, "email">, path: string): Promise<void> {
  await page.goto(`${world.baseUrl}/login?next=${path}`);
  await page.getByLabel("Email").fill(owner.email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
}

test("the settings say what keeps emails from visitors and what to do, until the owner has confirmed their address", async ({
  page,
}) => {
  const owner = await world.newOwner({ confirmed: false });
  const site = await world.newSite(owner);
  await world.send("PATCH", `/sites/${site.id}`, { token: owner.token, body: { asksRating: true } });
  const sitePath = `/settings/sites/${site.id}`;
  await openSettings(page, owner, `${sitePath}/appearance`);
  const question = page.getByLabel("Ask for an email");
  await expect(question).toHaveAccessibleDescription(/^Your own email isn’t confirmed yet\..* Confirm it under/);
  await expectAccessible(page);
  await page.goto(`${world.baseUrl}${sitePath}/closing`);
  const mails = page.getByLabel("Also ask by email");
  await expect(mails).toHaveAccessibleDescription(/Your own email isn’t confirmed yet\./);
  await expectAccessible(page);
  await mails.check();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect
    .poll(() => world.sql("SELECT FROM sites WHERE id = $1 AND mails_rating", [site.id]).then((rows) => rows.length))
    .toBe(1);
  await page.getByRole("main").getByRole("link", { name: "Notifications" }).click();
  await expect(page.getByRole("button", { name: /Send (link|again)/ }).first()).toBeVisible();

  await world.sql("UPDATE users SET email_confirmed_at = now() WHERE id = $1", [owner.id]);
  await page.goto(`${world.baseUrl}${sitePath}/appearance`);
  await expect(question).toHaveAccessibleDescription("Visitors who leave one get your replies by email too.");
  await world.send("PATCH", `/sites/${site.id}/mail`, { token: owner.token, body: { visitorAnswers: false } });
  await page.reload();
  await expect(question).toHaveAccessibleDescription(/^Emails to this site’s visitors are off/);
  await page.goto(`${world.baseUrl}${sitePath}/closing`);
  await expect(mails).toHaveAccessibleDescription(/Emails to this site’s visitors are off/);
});
