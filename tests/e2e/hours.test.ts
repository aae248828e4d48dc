import { HoursResponse, PutHoursResponse } from "#lib/sites/hours/schema.ts";
import { SiteResponse } from "#lib/sites/sites/schema.ts";
import { WordsResponse } from "#lib/sites/words/schema.ts";
import { expectAccessible } from "../support/accessible.ts";
import { ask } from "../support/api-client.ts";
import { enterDashboard } from "../support/dashboard-page.ts";
import { newOwnerWithSite } from "../support/factories.ts";
import { misfits } from "../support/page-layout.ts";
import { expect, test } from "../support/page-test.ts";

test.use({ timezoneId: "Europe/Berlin", locale: "en-GB" });

/** A site that's open on weekdays in Berlin, with texts in German and a form or an away text. */
async function newShop() {
  const made = await newOwnerWithSite({ name: "Tea by the sea", welcomeMessage: "Hello!" });
  const { owner, site } = made;
  const call = { token: owner.token };
  const windows = [1, 2, 3, 4, 5].map((day) => ({ day, from: 540, until: 1_080 }));
  const exceptions = [{ from: "2026-12-24", to: "2026-12-26", name: "Christmas", windows: [] }];
  const hours = { timeZone: "Europe/Berlin", windows, exceptions };
  await ask(PutHoursResponse, 200, "PUT", `/sites/${site.id}/hours`, { ...call, body: hours });
  const words = { welcomeMessage: "Moin!", awayText: "Bis morgen." };
  await ask(WordsResponse, 200, "PUT", `/sites/${site.id}/words/de`, { ...call, body: words });
  return made;
}

test("the preview shows the chat as it'll be: open, closed, with a form, without a button and with an unsaved away text", {
  tag: "@journey",
}, async ({ page }) => {
  const { owner, site } = await newShop();
  await page.clock.install({ time: new Date("2026-12-23T11:00:00Z") });
  await enterDashboard(page, owner);
  await page.goto(`/settings/sites/${site.id}/hours`);
  const shown = page.getByRole("region", { name: "How it looks to visitors" });
  const chat = shown.getByRole("figure");
  const at = async (time: string) => {
    await shown.getByLabel("When").selectOption("At a time");
    await shown.getByLabel("Date and time").fill(time);
  };
  await at("2026-12-23T12:30");
  await expect(chat).toContainText("Online");
  await expect(chat).toContainText("Write a message");
  await at("2026-12-23T19:00");
  await expect(chat).toContainText("Back Monday at 9:00");
  await page.getByRole("radio", { name: "A form for a message and an email" }).check({ force: true });
  await expect(chat).toContainText("Leave a message and we’ll get back to you.");
  await expect(chat).not.toContainText("Write a message");
  await expectAccessible(page);

  const section = page.getByRole("region", { name: "While you’re closed" });
  await section.getByLabel("Away text").fill("Back soon.");
  await shown.getByRole("button", { name: "After a message" }).click();
  await expect(chat).toContainText(/Sent automatically\s*Back soon\./);
  await shown.getByLabel("Visitor’s language").selectOption("Deutsch");
  await expect(chat).toContainText(/Automatisch gesendet\s*Bis morgen\./);
  await expect(chat).toContainText("Wieder da am Montag um 9:00 Uhr");
  await shown.getByLabel("Visitor’s language").selectOption("العربية");
  await expect(chat.locator("[dir=rtl]")).toContainText("Back soon.");
  await shown.getByRole("button", { name: "Dark" }).click();
  await expectAccessible(page);
  await page.getByRole("radio", { name: "No button" }).check({ force: true });
  await expect(chat).toContainText("No button. Visitors with a conversation still get the chat.");
  await section.getByRole("button", { name: "Save changes" }).click();
  await expect(section.getByText("Saved.", { exact: true })).toBeVisible();
  const stored = await ask(SiteResponse, 200, "GET", `/sites/${site.id}`, { token: owner.token });
  expect(stored.site).toMatchObject({ whenClosed: "hide", awayText: "Back soon." });
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await misfits(page)).toEqual([]);
  const [form, preview] = [await section.boundingBox(), await shown.boundingBox()];
  expect(preview?.y).toBeGreaterThan((form?.y ?? 0) + (form?.height ?? 0) - 1);
});

const STATES = [
  { language: "en", whenClosed: "show", closes: false },
  { language: "de", whenClosed: "show", closes: true },
  { language: "ar", whenClosed: "form", closes: true },
] as const;

for (const { language, whenClosed, closes } of STATES) {
  test(`the preview in ${language} says what the widget says while the site is ${closes ? "closed" : "open"}`, async ({
    page,
    browser,
  }) => {
    const { owner, site } = await newOwnerWithSite({ name: "Tea by the sea", welcomeMessage: "Hello!" });
    const call = { token: owner.token };
    const body = { whenClosed, replyTimeText: closes ? null : "Within the day", starterQuestions: ["Do you ship?"] };
    await ask(SiteResponse, 200, "PATCH", `/sites/${site.id}`, { ...call, body });
    const windows = closes ? [] : [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: 0, until: 1_440 }));
    const closedUntil = closes ? "2099-01-01T09:00" : null;
    const hours = { timeZone: "Europe/Berlin", windows, exceptions: [], closedUntil };
    await ask(PutHoursResponse, 200, "PUT", `/sites/${site.id}/hours`, { ...call, body: hours });

    const visitor = await browser.newPage({ locale: language, timezoneId: "Europe/Berlin" });
    await visitor.goto(`/chat?site=${site.publicKey}`);
    const frame = visitor.frameLocator("iframe");
    const said = frame.locator(".header p");
    await expect(said).toHaveText(/\S/);
    await expect(frame.locator(whenClosed === "form" ? ".closed" : ".starters")).toBeVisible();
    const real = {
      name: (await frame.locator("h1").textContent()) ?? "",
      said: (await said.textContent()) ?? "",
      welcome: (await frame.locator(".bubble").textContent()) ?? "",
      questions: await frame.locator(".starters button").allTextContents(),
      leave: await frame.locator(".closed > p").allTextContents(),
    };
    await visitor.close();

    await enterDashboard(page, owner);
    await page.goto(`/settings/sites/${site.id}/appearance`);
    await page.getByLabel("Visitor’s language").selectOption(language);
    const [chat] = await page.getByRole("figure").locator("[lang]").all();
    for (const text of [real.name, real.said, real.welcome, ...real.questions, ...real.leave])
      await expect(chat ?? page.locator("none")).toContainText(text);
    expect(real.leave).toHaveLength(whenClosed === "form" ? 1 : 0);
    expect(real.questions).toHaveLength(whenClosed === "form" ? 0 : 1);
    if (whenClosed === "form") await expect(page.getByRole("figure")).not.toContainText("Do you ship?");
  });
}

test("an admin sets a site's hours and a holiday, and sees the next seven days and what visitors see", {
  tag: "@journey",
}, async ({ page }) => {
  const { owner, site } = await newOwnerWithSite();
  const read = async () =>
    (await ask(HoursResponse, 200, "GET", `/sites/${site.id}/hours`, { token: owner.token })).hours;
  await page.clock.install({ time: new Date("2026-12-23T11:00:00Z") });
  await enterDashboard(page, owner);
  await page.goto(`/settings/sites/${site.id}`);
  await page.getByRole("main").getByRole("link", { name: "Hours" }).click();
  const shown = page.getByRole("region", { name: "How it looks to visitors" });
  await expect(shown).toContainText("Without hours");
  await page.getByRole("radio", { name: "Hours by day" }).check();
  const zone = page.getByLabel("Time zone");
  await expect(zone).toHaveValue("Europe/Berlin");
  await page.getByLabel("Monday, to").fill("12:00");
  await page.getByRole("button", { name: "Add hours on Monday" }).click();
  await page.getByLabel("Monday, from").nth(1).fill("13:00");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Enter both times on Monday.")).toBeVisible();
  await page.getByLabel("Monday, to").nth(1).fill("18:00");
  await page.getByRole("button", { name: "Copy Monday to all weekdays" }).click();
  // What's typed is still there after a look at another choice.
  await page.getByRole("radio", { name: "24/7" }).check();
  await page.getByRole("radio", { name: "No hours" }).check();
  await page.getByRole("radio", { name: "Hours by day" }).check();
  await expect(page.getByLabel("Friday, from")).toHaveCount(2);
  await page.getByRole("checkbox", { name: "Saturday" }).check();
  await page.getByLabel("Saturday, from").fill("22:00");
  await page.getByLabel("Saturday, to").fill("06:00");
  await expect(page.getByText("Until 06:00 the next day")).toBeVisible();

  await page.getByRole("button", { name: "Add holiday" }).click();
  await page.getByLabel("Name").fill("Christmas");
  await page.getByLabel("First day").fill("2026-12-24");
  await page.getByLabel("Last day").fill("2026-12-26");
  await shown.getByLabel("When").selectOption("At a time");
  await shown.getByLabel("Date and time").fill("2026-12-23T12:30");
  const days = shown.getByRole("definition");
  await expect(days).toHaveText([
    "09:00–12:00, 13:00–18:00",
    /^Closed\s*Christmas$/,
    /^Closed\s*Christmas$/,
    /^Closed\s*Christmas$/,
    "Closed",
    "09:00–12:00, 13:00–18:00",
    "09:00–12:00, 13:00–18:00",
  ]);
  await expect(shown.getByRole("status")).toContainText("you’re back: 13:00");
  await expect(shown.getByRole("figure")).toContainText("Back at 13:00");
  await shown.getByLabel("When").selectOption("Next holiday");
  await expect(shown.getByRole("status")).toContainText("you’re back: Monday, 09:00");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
  expect(await read()).toMatchObject({
    timeZone: "Europe/Berlin",
    windows: expect.arrayContaining([{ day: 6, from: 1_320, until: 360 }]),
    exceptions: [{ from: "2026-12-24", to: "2026-12-26", name: "Christmas", windows: [] }],
  });
  await page.reload();
  await expect(page.getByLabel("Saturday, to")).toHaveValue("06:00");
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await misfits(page), `at ${width}`).toEqual([]);
  }
  await page.getByRole("radio", { name: "No hours" }).check();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
  expect(await read()).toBeUndefined();
});
