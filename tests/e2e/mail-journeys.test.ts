import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { inside } from "../support/dashboard-page.ts";
import { newEmail, PASSWORD } from "../support/factories.ts";
import { type MailWorld, mailWorld } from "../support/mail-world.ts";
import { expect, test } from "../support/page-test.ts";
import { widgetOn } from "../support/widget-page.ts";

/*
 * What someone who got an email does in a browser. The service sends it without a test's doing.
 */
test.use({ expectedErrors: [/status of 410/] });

let world: MailWorld;
test.beforeAll(async () => {
  world = await mailWorld({ JOBS: "on", MAIL_DELAY: "1" });
});
test.afterAll(() => world.close());

async function linkIn(email: string, path: string, count = 1): Promise<string> {
  const text = (await world.server.to(email, count)).at(-1)?.mail.text ?? "";
  return new RegExp(`${world.baseUrl}/${path}\\S*`).exec(text)?.[0] ?? "";
}

async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
}

test("a new owner is asked to confirm the address, does so, which the open checklist shows, and later resets the password by email", {
  tag: "@journey",
}, async ({ page }) => {
  const email = newEmail();
  await page.goto(`${world.baseUrl}/signup`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  const banner = page.getByRole("complementary", { name: "Your email" });
  await expect(banner).toContainText(email);
  await page.goto(`${world.baseUrl}/inbox`);
  const checklist = page.getByRole("region", { name: "Get started" });
  const step = checklist.getByRole("listitem").filter({ hasText: "Confirm your email" });
  await step.getByRole("button", { name: "Send link" }).click();
  await expect(step).toContainText("Sent. Check your spam folder too.");
  await expectAccessible(page);
  const link = await linkIn(email, "confirm-email#", 2);
  const mailClient = await page.context().newPage();
  await mailClient.goto(link);
  await expect.poll(() => new URL(mailClient.url()).hash, "no history keeps the token").toBe("");
  await mailClient.getByRole("button", { name: "Confirm email" }).click();
  await expect(mailClient.getByRole("status")).toHaveText("Your email is confirmed.");
  await expect(checklist.getByRole("status").filter({ hasText: "Done: Confirm your email" })).toHaveCount(1);
  await expect(step).toContainText("(done)");
  await expect(step.getByRole("button")).toHaveCount(0);
  await mailClient.close();
  await page.reload();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  await expect(banner).toBeHidden();
  const looking = () =>
    world.sql("SELECT FROM users WHERE email = $1 AND seen_at > now() - interval '1 minute'", [email]);
  await expect.poll(async () => (await looking()).length, "the dashboard reports that someone is looking").toBe(1);

  // An open dashboard would notice that its session is gone, and leave on its own.
  await page.goto("about:blank");
  await page.context().clearCookies();
  await page.goto(`${world.baseUrl}/login`);
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Email me a link" }).click();
  await expect(page.getByRole("status")).toContainText("If an account with this email exists");
  const resetLink = await linkIn(email, "reset-password#", 3);
  await page.goto(resetLink);
  await page.getByLabel("New password").fill("a longer and better one");
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByRole("status")).toHaveText("Your password was changed. Log in with the new one.");
  await logIn(page, email, "a longer and better one");
  await expect(page).toHaveURL(inside("/inbox"));

  await page.goto(resetLink);
  await page.getByLabel("New password").fill("yet another one");
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "This link no longer works" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Get a new link" })).toBeVisible();
});

test("the question to confirm an address is one row, isn't in a phone's conversation, and is put away for a week", async ({
  page,
  context,
}) => {
  const owner = await world.newOwner({ confirmed: false });
  const visitor = await world.openWidget(await world.newSite(owner));
  const id = await world.write(visitor, "Hello");
  await page.goto(`${world.baseUrl}/login`);
  await logIn(page, owner.email, PASSWORD);
  const banner = page.getByRole("complementary", { name: "Your email" });
  await expect(banner).toBeVisible();
  expect((await banner.boundingBox())?.height).toBeLessThan(64);
  await page.setViewportSize({ width: 390, height: 844 });
  expect((await banner.boundingBox())?.height).toBeLessThan(64);
  await page.goto(`${world.baseUrl}/inbox/${id}`);
  await expect(page.getByRole("region", { name: "Messages" })).toContainText("Hello");
  await expect(banner).toBeHidden();
  await page.setViewportSize({ width: 1280, height: 800 });
  await banner.getByRole("button", { name: "Not now" }).click();
  await expect(banner).toHaveCount(0);
  const [cookie] = await context.cookies().then((all) => all.filter(({ name }) => name === "confirm-later"));
  const days = ((cookie?.expires ?? 0) - Date.now() / 1_000) / 86_400;
  expect(days).toBeGreaterThan(6.9);
  expect(days).toBeLessThanOrEqual(7);
  await page.reload();
  await expect(page.getByRole("region", { name: "Messages" })).toContainText("Hello");
  await expect(banner).toHaveCount(0);
  await context.clearCookies({ name: "confirm-later" });
  await page.reload();
  await expect(banner).toBeVisible();
});

test("a visitor returns to the chat through an email's link, once, and continues there", async ({ page, browser }) => {
  const owner = await world.newOwner();
  const site = await world.newSite(owner, { name: "Kiln Street", accentColor: "#7c3aed" });
  const email = newEmail();
  const visitor = await world.openWidget(site);
  const id = await world.write(visitor, "Is it back?", { email });
  await world.reply(owner, id, "Yes, since Monday.");
  await world.send("PATCH", `/conversations/${id}`, { token: owner.token, body: { status: "closed" } });
  const link = await linkIn(email, "chat");

  // What looks into mails has a browser too, at times.
  const scanner = await browser.newPage();
  await scanner.goto(link);
  await expect(scanner.getByRole("button", { name: "Open chat" })).toBeVisible();
  await expectAccessible(scanner);
  await scanner.close();

  const open = async (by: Page) => {
    await by.goto(link);
    await by.getByRole("button", { name: "Open chat" }).click();
  };
  await open(page);
  const chat = page.frameLocator("iframe");
  await expect(chat.getByRole("log")).toContainText("Is it back?");
  await expect(chat.getByRole("log")).toContainText("Yes, since Monday.");
  expect(new URL(page.url()).hash).toBe("");
  await expectAccessible(page);
  await chat.getByRole("textbox").fill("I take two.");
  await chat.getByRole("textbox").press("Enter");
  const messages = async () => (await world.send("GET", `/conversations/${id}/messages`, { token: owner.token })).text;
  await expect.poll(messages).toContain("I take two.");

  await page.reload();
  await expect(chat.getByRole("log")).toContainText("I take two.");
  // The same mail, opened again: in this browser the chat is there.
  await page.goto("about:blank");
  await open(page);
  await expect(chat.getByRole("log")).toContainText("I take two.");

  const stranger = await browser.newPage();
  await open(stranger);
  await expect(stranger.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
  await expectAccessible(stranger);
  await stranger.close();
});

test("one button unsubscribes from these emails, and opening the link alone doesn't", async ({ page }) => {
  const owner = await world.newOwner();
  const site = await world.newSite(owner);
  const email = newEmail();
  const id = await world.write(await world.openWidget(site), "Hello", { email });
  await world.reply(owner, id, "Hello");
  await page.goto(await linkIn(email, "unsubscribe#"));
  const stopped = () => world.sql("SELECT FROM visitors WHERE email = $1 AND mails_stopped_at IS NOT NULL", [email]);
  expect(await stopped()).toHaveLength(0);
  await page.getByRole("button", { name: "Unsubscribe" }).click();
  await expect(page.getByRole("status")).toContainText("You’re unsubscribed");
  expect(await stopped()).toHaveLength(1);
});

test("a visitor without a reply can leave an email in the conversation, and isn't asked again", async ({
  page,
  browser,
}) => {
  const owner = await world.newOwner();
  const site = await world.newSite(owner);
  await page.goto(`${world.baseUrl}/login?next=/settings/sites/${site.id}/appearance`);
  await logIn(page, owner.email, PASSWORD);
  await expect(page.getByLabel("Ask for an email")).toHaveAccessibleDescription(
    "Visitors who leave one get your replies by email too.",
  );
  await world.send("PATCH", `/sites/${site.id}`, { token: owner.token, body: { emailCardMinutes: 0 } });
  const shop = `${world.baseUrl}/demo?site=${site.publicKey}`;
  await page.goto(shop);
  const { open, write, composer, log } = widgetOn(page);
  await open();
  const field = log.getByRole("textbox", { name: "Email" });
  await expect(log).toContainText("Hi! How can we help?");
  await expect(field).toHaveCount(0);
  await write("Hello");
  await expect(field).toBeVisible();
  await expect(composer).toBeFocused();
  await expectAccessible(page);
  await field.fill("ana@");
  await field.press("Enter");
  await expect(log.getByRole("alert")).toHaveText(/^Enter a complete email address/);
  const email = newEmail();
  await field.fill(email);
  await log.getByRole("button", { name: "Save" }).click();
  await expect(log).toContainText(`Saved. We’ll also reply to ${email}.`);
  expect(await world.sql("SELECT FROM visitors WHERE email = $1", [email])).toHaveLength(1);
  await page.reload();
  await open();
  await expect(log).toContainText("Hello");
  await expect(field).toHaveCount(0);

  const other = await browser.newPage();
  await other.goto(shop);
  const chat = widgetOn(other);
  await chat.open();
  await chat.write("Hello again");
  await chat.log.getByRole("button", { name: "Not now" }).click();
  await other.reload();
  await chat.open();
  await expect(chat.log).toContainText("Hello again");
  await expect(chat.log.getByRole("textbox")).toHaveCount(0);
  await other.close();
});

test("a site's question for an email takes the card's place if it's asked", async ({ page, browser }) => {
  const owner = await world.newOwner();
  const site = await world.newSite(owner);
  const change = (asked: string) => {
    const questions = [{ key: "email", label: "Where can we write to?", kind: "email", asked }];
    return world.send("PATCH", `/sites/${site.id}`, { token: owner.token, body: { emailCardMinutes: 0, questions } });
  };
  await change("closed");
  const shop = `${world.baseUrl}/demo?site=${site.publicKey}`;
  await page.goto(shop);
  const { open, write, log, frame, expectSent } = widgetOn(page);
  await open();
  await write("Hello");
  await expect(log.getByRole("textbox", { name: "Email" })).toBeVisible();
  await expect(frame.getByLabel("Where can we write to?")).toHaveCount(0);
  // A conversation that was begun before isn't asked.
  await write("More");
  await expectSent("More");
  await change("always");
  await page.reload();
  await open();
  await expect(log.getByRole("textbox", { name: "Email" })).toBeVisible();

  const other = await browser.newPage();
  await other.goto(shop);
  const chat = widgetOn(other);
  await chat.open();
  await chat.write("Hello again");
  await expect(chat.frame.getByLabel("Where can we write to?")).toBeVisible();
  await expect(chat.log.getByRole("textbox")).toHaveCount(0);
  await chat.frame.getByRole("button", { name: "Not now" }).click();
  await expect(chat.composer).toBeFocused();
  await chat.write("And this");
  await chat.expectSent("And this");
  await expect(chat.log.getByRole("textbox")).toHaveCount(0);
  await other.close();
});

test.describe("questions that can't be loaded", () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test("leave the card in its place", async ({ page }) => {
    const owner = await world.newOwner();
    const site = await world.newSite(owner);
    const questions = [{ key: "email", label: "Where can we write to?", kind: "email" }];
    await world.send("PATCH", `/sites/${site.id}`, { token: owner.token, body: { emailCardMinutes: 0, questions } });
    await page.route(/\/asks-/, (route) => route.abort());
    await page.goto(`${world.baseUrl}/demo?site=${site.publicKey}`);
    const { open, write, log } = widgetOn(page);
    await open();
    await write("Hello");
    await expect(log.getByRole("textbox", { name: "Email" })).toBeVisible();
  });
});

test("a visitor of a closed site is asked for an email at once, and a form needs one", async ({ page, browser }) => {
  const owner = await world.newOwner();
  const site = await world.newSite(owner);
  const call = { token: owner.token };
  await world.send("PUT", `/sites/${site.id}/hours`, { ...call, body: { timeZone: "UTC", windows: [] } });
  const shop = `${world.baseUrl}/demo?site=${site.publicKey}`;
  await page.goto(shop);
  const { open, write, log } = widgetOn(page);
  await open();
  await write("Hello");
  await expect(log.getByRole("textbox", { name: "Email" })).toBeVisible();

  await world.send("PATCH", `/sites/${site.id}`, { ...call, body: { whenClosed: "form" } });
  const other = await browser.newPage();
  await other.goto(shop);
  const { frame, composer, ...chat } = widgetOn(other);
  await chat.open();
  const field = frame.getByRole("textbox", { name: "Email" });
  const submit = frame.getByRole("button", { name: "Send", exact: true });
  await expect(field).toBeVisible();
  await composer.fill("Hello again");
  await submit.click();
  await expect(frame.getByRole("alert")).toHaveText(/^Enter a complete email address/);
  await expect(field).toBeFocused();
  const email = newEmail();
  await field.fill(email);
  await submit.click();
  await expect(chat.log).toContainText(`Thanks. We’ll reply to ${email}.`);
  await expect(chat.log.getByRole("textbox")).toHaveCount(0);
  expect(await world.sql("SELECT FROM visitors WHERE email = $1", [email])).toHaveLength(1);
  await other.close();
});

test("an owner with a confirmed address sends an invitation again by email", async ({ page }) => {
  const owner = await world.newOwner();
  const email = newEmail();
  await world.send("POST", "/invitations", { token: owner.token, body: { email, role: "agent" } });
  await page.goto(`${world.baseUrl}/login?next=/settings/team`);
  await logIn(page, owner.email, PASSWORD);
  await page.getByRole("button", { name: `Send again: invitation of ${email}` }).click();
  await expect(page.getByRole("dialog").getByRole("status").filter({ hasText: /./ })).toHaveText(
    new RegExp(
      `^We emailed an invitation to ${email}\\. Only ${email} can use this link, once, until .+\\. The earlier link no longer works\\.$`,
    ),
  );
  await expectAccessible(page);
  expect(await linkIn(email, "invite#", 2)).not.toBe("");
});
