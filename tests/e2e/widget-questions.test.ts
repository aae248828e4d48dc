import type { Page } from "@playwright/test";
import { PutHoursResponse } from "#lib/sites/hours/schema.ts";
import { SiteResponse } from "#lib/sites/sites/schema.ts";
import { violationsOn } from "../support/accessible.ts";
import { ask } from "../support/api-client.ts";
import { conversation, patchConversation, reply } from "../support/factories.ts";
import { startHostSite, widgetTag } from "../support/host-page.ts";
import { askVisitors, ORDER } from "../support/questions.ts";
import { expect, type Shop, test } from "../support/shop-test.ts";
import { sql } from "../support/stored-rows.ts";
import { widgetOn } from "../support/widget-page.ts";

const PHONE = { key: "phone", label: "Phone", kind: "phone" } as const;

/** What the team has of the shop's only visitor. */
async function known(shop: Shop) {
  const { visitorName, visitorEmail, visitorPhone, answers } = await shop.conversation();
  return { visitorName, visitorEmail, visitorPhone, answers: answers?.map(({ label, value }) => [label, value]) };
}

const partsOf = (page: Page) => {
  const parts: string[] = [];
  page.on("request", (request) => {
    const [name] = /asks-\w+/.exec(request.url()) ?? [];
    if (name) parts.push(name);
  });
  return parts;
};

/** The names of what the widget stores about questions. */
const storedBy = (page: Page) =>
  widgetOn(page)
    .frame.locator("html")
    .evaluate(() => Object.keys(localStorage).filter((name) => /:ask(ed|-.*)$/.test(name)));

const form = (page: Page) => widgetOn(page).frame.getByRole("form", { name: "A few details before we go on" });
const submit = (page: Page) => form(page).getByRole("button", { name: "Send" }).click();

test("a visitor is asked once, after their first message is stored, and goes on", { tag: "@journey" }, async ({
  page,
  shop,
}) => {
  const parts = partsOf(page);
  await askVisitors(shop.owner, shop.site, ORDER, PHONE);
  const widget = await shop.visit(page);
  await widget.open();
  expect(parts).toEqual([]);
  await expect(form(page)).toHaveCount(0);
  await widget.write("Where is it?");
  await expect(form(page)).toBeVisible();
  expect(parts).toEqual(["asks-en"]);
  // It's stored before anything is asked.
  expect(await shop.bodies()).toEqual(["Where is it?"]);
  await expect(widget.composer).toHaveCount(0);
  const order = form(page).getByLabel("Order number", { exact: true });
  await expect(order).toBeFocused();
  expect(await violationsOn(page, { without: ["body"] })).toEqual([]);

  await page.keyboard.press("Enter");
  await expect(order).toHaveAttribute("aria-invalid", "true");
  await expect(order).toHaveAccessibleDescription("Fill in this field.");
  await expect(order).toBeFocused();
  await order.fill("A-1041");
  await expect(order).toHaveAttribute("aria-invalid", "false");
  const phone = form(page).getByLabel("Phone (optional)");
  await phone.fill("soon");
  await submit(page);
  await expect(phone).toHaveAccessibleDescription(/^Enter a phone number/);
  await expect(phone).toBeFocused();
  expect(await violationsOn(page, { without: ["body"] })).toEqual([]);
  await phone.fill("+49 30 901820");
  await page.keyboard.press("Enter");
  await expect(form(page)).toHaveCount(0);
  await expect(widget.composer).toBeFocused();
  expect(await known(shop)).toEqual({ visitorPhone: "+49 30 901820", answers: [["Order number", "A-1041"]] });

  await widget.write("Thanks");
  await widget.expectSent("Thanks");
  await page.reload();
  await widget.open();
  await widget.expectSent("Thanks");
  await expect(form(page)).toHaveCount(0);
  // Not in the next conversation either.
  await patchConversation(shop.owner, (await shop.conversation()).id, { status: "closed" });
  await page.reload();
  await widget.open();
  await widget.write("Another thing");
  await widget.expectSent("Another thing");
  await expect(form(page)).toHaveCount(0);
  await expect(widget.composer).toBeFocused();
});

test("a site without questions loads nothing of it", async ({ page, shop }) => {
  const parts = partsOf(page);
  const widget = await shop.visit(page);
  await widget.open();
  await widget.write("Hello");
  await widget.expectSent("Hello");
  await reply(shop.owner, (await shop.conversation()).id, "Hi");
  await expect(widget.frame.getByText("Hi", { exact: true })).toBeVisible();
  expect(parts).toEqual([]);
});

test("what the page or the visitor has said isn't asked, and optional questions can be left", async ({
  page,
  shop,
}) => {
  await askVisitors(
    shop.owner,
    shop.site,
    { key: "name", label: "Your name", kind: "name", required: true },
    { key: "email", label: "Your email", kind: "email", required: true },
    { key: "size", label: "Size" },
  );
  const identify =
    "<script>addEventListener('load', () => SiteInbox('identify', { name: 'Ana', email: 'ana@example.com' }))</script>";
  const host = await startHostSite({ "/": { head: widgetTag(shop.site.publicKey) + identify } });
  await page.goto(host.neighbor);
  const widget = widgetOn(page);
  await widget.open();
  await widget.write("Hello");
  await expect(form(page).getByLabel("Size (optional)")).toBeVisible();
  await expect(form(page).getByRole("textbox")).toHaveCount(1);
  await form(page).getByRole("textbox").fill("XL");
  await form(page).getByRole("button", { name: "Not now" }).click();
  await expect(form(page)).toHaveCount(0);
  await expect(widget.composer).toBeFocused();
  await page.reload();
  await widget.open();
  await widget.expectSent("Hello");
  await expect(form(page)).toHaveCount(0);
  expect(await known(shop)).toEqual({ visitorName: "Ana", visitorEmail: "ana@example.com" });
  expect(await storedBy(page)).toEqual([expect.stringMatching(/:asked$/)]);
  await host.close();
});

test("what's typed survives a reload in the middle, and another tab's answer ends the question here", async ({
  page,
  context,
  shop,
}) => {
  await askVisitors(shop.owner, shop.site, ORDER, { key: "name", label: "Your name", kind: "name" });
  const widget = await shop.visit(page);
  await widget.open();
  await widget.write("Hello");
  await form(page).getByLabel("Order number").fill("A-10");
  await page.reload();
  await page.getByRole("button", { name: "Open chat" }).click();
  await expect(form(page).getByLabel("Order number")).toHaveValue("A-10");

  const tab = await context.newPage();
  await tab.goto(shop.host.neighbor);
  await tab.getByRole("button", { name: "Open chat" }).click();
  await expect(form(tab).getByLabel("Order number")).toHaveValue("A-10");
  await form(tab).getByLabel("Order number").fill("A-1041");
  await form(tab).getByLabel("Your name (optional)").fill("Ana");
  await submit(tab);
  await expect(form(tab)).toHaveCount(0);
  await expect(form(page)).toHaveCount(0);
  await expect(widget.composer).toBeVisible();
  expect(await known(shop)).toEqual({ visitorName: "Ana", answers: [["Order number", "A-1041"]] });
  await tab.close();
});

test("a conversation that goes on isn't interrupted by questions that are new", async ({ page, shop }) => {
  const widget = await shop.visit(page);
  await widget.open();
  await widget.write("Hello");
  await widget.expectSent("Hello");
  await widget.write("More");
  await widget.expectSent("More");
  await askVisitors(shop.owner, shop.site, ORDER);
  const parts = partsOf(page);
  await page.reload();
  await widget.open();
  await widget.expectSent("More");
  await expect.poll(() => parts).toEqual(["asks-en"]);
  await widget.write("And more");
  await widget.expectSent("And more");
  await expect(form(page)).toHaveCount(0);
});

test("a conversation with a reply isn't interrupted by questions that are new", async ({ page, shop }) => {
  const widget = await shop.visit(page);
  await widget.open();
  await widget.write("Hello");
  await widget.expectSent("Hello");
  await reply(shop.owner, (await shop.conversation()).id, "Hi");
  await expect(widget.frame.getByText("Hi", { exact: true })).toBeVisible();
  await askVisitors(shop.owner, shop.site, ORDER);
  // The chat was open, so it may load before the button is there.
  const part = page.waitForResponse(/asks-en/);
  await page.reload();
  await widget.open();
  await part;
  await widget.write("Thanks");
  await widget.expectSent("Thanks");
  await expect(form(page)).toHaveCount(0);
});

test("a message begun before the first one is stored is finished and sent before anything is asked", async ({
  page,
  shop,
}) => {
  await askVisitors(shop.owner, shop.site, ORDER);
  const widget = await shop.visit(page);
  const stored = Promise.withResolvers<void>();
  await page.route(/\/public\/conversations$/, async (route) => {
    await stored.promise;
    await route.continue();
  });
  const part = page.waitForResponse(/asks-en/);
  await widget.open();
  await widget.write("Hello");
  await widget.composer.pressSequentially("It was blu");
  await part;
  stored.resolve();
  await widget.expectSent("Hello");
  await expect.poll(() => storedBy(page)).toHaveLength(1);
  await expect(widget.composer).toBeFocused();
  await widget.composer.pressSequentially("e, not red");
  await expect(widget.composer).toHaveValue("It was blue, not red");
  await page.reload();
  await page.getByRole("button", { name: "Open chat" }).click();
  await widget.expectSent("Hello");
  await expect(widget.composer).toHaveValue("It was blue, not red");
  await page.keyboard.press("Enter");
  await expect(form(page).getByLabel("Order number")).toBeFocused();
  await expect.poll(() => shop.bodies()).toEqual(["Hello", "It was blue, not red"]);
});

test("a file that was attached meanwhile is sent before anything is asked", async ({ page, shop }) => {
  await askVisitors(shop.owner, shop.site, ORDER);
  const widget = await shop.visit(page);
  const stored = Promise.withResolvers<void>();
  await page.route(/\/public\/conversations$/, async (route) => {
    await stored.promise;
    await route.continue();
  });
  await widget.open();
  await widget.write("Hello");
  const chooser = page.waitForEvent("filechooser");
  await widget.frame.getByRole("button", { name: "Attach files" }).click();
  await (await chooser).setFiles({ name: "care.txt", mimeType: "text/plain", buffer: Buffer.from("Wash cold.") });
  await expect(widget.frame.getByText("care.txt")).toBeVisible();
  stored.resolve();
  await widget.expectSent("Hello");
  await expect.poll(() => storedBy(page)).toHaveLength(1);
  await expect(widget.frame.getByText("care.txt")).toBeVisible();
  await expect(form(page)).toHaveCount(0);
  const send = widget.frame.getByRole("button", { name: "Send", exact: true });
  await expect(send).toHaveAttribute("aria-disabled", "false");
  await send.click();
  await expect(form(page)).toBeVisible();
  await expect.poll(() => shop.bodies()).toEqual(["Hello", "care.txt"]);
});

test("a damaged item in the storage counts as missing", async ({ page, shop }) => {
  await askVisitors(shop.owner, shop.site, ORDER);
  const widget = await shop.visit(page);
  await widget.open();
  await widget.write("Hello");
  await expect(form(page)).toBeVisible();
  const [name = ""] = await storedBy(page);
  for (const damaged of ["{", "null", '{"keys":1,"isDue":true}']) {
    const { frame } = widget;
    await frame.locator("html").evaluate((_, item) => localStorage.setItem(item.name, item.damaged), { name, damaged });
    await page.reload();
    await page.getByRole("button", { name: "Open chat" }).click();
    await expect(form(page)).toBeVisible();
  }
  await form(page).getByLabel("Order number").fill("A-1041");
  await submit(page);
  await expect(form(page)).toHaveCount(0);
  expect((await known(shop)).answers).toEqual([["Order number", "A-1041"]]);
});

test.describe("without a response", () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test("what was put off is sent after the conversation was closed", async ({ page, shop }) => {
    await askVisitors(shop.owner, shop.site, ORDER);
    const widget = await shop.visit(page);
    await widget.open();
    await widget.write("Hello");
    await form(page).getByLabel("Order number").fill("A-1041");
    await page.route(/\/answers$/, (route) => route.abort());
    await submit(page);
    const notice = widget.frame.getByText("Not sent yet. Your details are saved and will be sent automatically.");
    await expect(notice).toBeVisible();
    const { id } = await shop.conversation();
    await patchConversation(shop.owner, id, { status: "closed" });
    await expect(widget.frame.getByText("This conversation is closed.")).toBeVisible();
    await page.unroute(/\/answers$/);
    await page.reload();
    await page.getByRole("button", { name: "Open chat" }).click();
    const answers = async () => (await conversation(shop.owner, id)).answers?.map(({ value }) => value);
    await expect.poll(answers).toEqual(["A-1041"]);
    await expect(notice).toHaveCount(0);
    await expect.poll(() => storedBy(page)).toHaveLength(1);
  });

  test("a required answer can be put off, is kept, and is sent once the network is back", async ({ page, shop }) => {
    await askVisitors(shop.owner, shop.site, ORDER, PHONE);
    const widget = await shop.visit(page);
    await widget.open();
    await widget.write("Hello");
    await form(page).getByLabel("Order number").fill("A-1041");
    await form(page).getByLabel("Phone (optional)").fill("030 901820");
    await page.route(/\/answers$/, (route) => route.abort());
    await submit(page);
    await expect(form(page)).toHaveCount(0);
    const notice = widget.frame.getByText("Not sent yet. Your details are saved and will be sent automatically.");
    await expect(notice).toBeVisible();
    await expect(widget.composer).toBeFocused();
    await widget.write("One more thing");
    await widget.expectSent("One more thing");
    expect((await known(shop)).answers).toBeUndefined();
    await page.unroute(/\/answers$/);
    await page.reload();
    await page.getByRole("button", { name: "Open chat" }).click();
    await widget.expectSent("One more thing");
    await expect.poll(() => known(shop)).toEqual({ visitorPhone: "030 901820", answers: [["Order number", "A-1041"]] });
    await expect(form(page)).toHaveCount(0);
    await expect(notice).toHaveCount(0);
  });

  test("leaving the page while it's saved loses nothing, and nothing is asked twice", async ({ page, shop }) => {
    await askVisitors(shop.owner, shop.site, ORDER);
    const widget = await shop.visit(page);
    await widget.open();
    await widget.write("Hello");
    await form(page).getByLabel("Order number").fill("A-1041");
    // It arrives, and the page that's left never hears of it.
    const arrived = Promise.withResolvers<void>();
    await page.route(/\/answers$/, async (route) => {
      await route.fetch();
      arrived.resolve();
    });
    await submit(page);
    await arrived.promise;
    await page.goto("about:blank");
    await page.unroute(/\/answers$/);
    await page.goto(shop.host.neighbor);
    await widget.open();
    await widget.expectSent("Hello");
    expect((await known(shop)).answers).toEqual([["Order number", "A-1041"]]);
    await widget.write("Thanks");
    await widget.expectSent("Thanks");
    await expect(form(page)).toHaveCount(0);
  });
});

test.describe("a refused answer", () => {
  test.use({ expectedErrors: [/status of 40[014]/] });

  test("is sent again with a new session, and ends the form if its conversation is gone", async ({ page, shop }) => {
    await askVisitors(shop.owner, shop.site, ORDER);
    const widget = await shop.visit(page);
    await widget.open();
    await widget.write("Hello");
    await form(page).getByLabel("Order number").fill("A-1041");
    const statuses = [401, 404];
    await page.route(/\/answers$/, (route) => route.fulfill({ status: statuses.shift() ?? 500, json: {} }));
    await submit(page);
    await expect(form(page)).toHaveCount(0);
    await expect(widget.composer).toBeFocused();
    expect(statuses).toEqual([]);
    expect(await storedBy(page)).toEqual([expect.stringMatching(/:asked$/)]);
  });

  test("to a question that's gone ends the form, and one that's still asked stays", async ({ page, shop }) => {
    await askVisitors(shop.owner, shop.site, ORDER, { key: "size", label: "Size", required: true });
    const widget = await shop.visit(page);
    await widget.open();
    await widget.write("Hello");
    await form(page).getByLabel("Order number").fill("A-1041");
    await form(page).getByLabel("Size").fill("XL");
    await askVisitors(shop.owner, shop.site, { key: "size", label: "Size", required: true });
    await submit(page);
    await expect(form(page).getByLabel("Order number")).toHaveCount(0);
    await expect(form(page).getByLabel("Size")).toHaveValue("XL");
    await submit(page);
    await expect(form(page)).toHaveCount(0);
    expect((await known(shop)).answers).toEqual([["Size", "XL"]]);
  });
});

/** Closes the shop until the year 2199. */
async function close({ owner, site }: Shop, more: object = {}): Promise<void> {
  const hours = { timeZone: "UTC", windows: [], closedUntil: "2199-01-01T09:00" };
  await ask(PutHoursResponse, 200, "PUT", `/sites/${site.id}/hours`, { token: owner.token, body: hours });
  await ask(SiteResponse, 200, "PATCH", `/sites/${site.id}`, { token: owner.token, body: more });
}

test("some questions are asked only while the site is closed", async ({ page, browser, shop }) => {
  await askVisitors(shop.owner, shop.site, { ...ORDER, asked: "closed" }, { key: "size", label: "Size" });
  const widget = await shop.visit(page);
  await widget.open();
  await widget.write("Hello");
  await expect(form(page).getByRole("textbox")).toHaveCount(1);
  await close(shop);
  const context = await browser.newContext();
  const other = await context.newPage();
  await other.goto(shop.host.neighbor);
  await widgetOn(other).open();
  await widgetOn(other).write("Hello");
  await expect(form(other).getByRole("textbox")).toHaveCount(2);
  await context.close();
});

test("the form of a closed site has the questions after the message, and sends it first", async ({ page, shop }) => {
  await askVisitors(shop.owner, shop.site, ORDER, PHONE, { key: "size", label: "Size", required: true });
  await close(shop, { whenClosed: "form" });
  const { frame, composer, open, expectSent } = await shop.visit(page);
  await open();
  const order = frame.getByLabel("Order number");
  await expect(order).toBeVisible();
  await composer.fill("Hello");
  await frame.getByRole("button", { name: "Send", exact: true }).click();
  await expect(order).toBeFocused();
  await expect(order).toHaveAccessibleDescription("Fill in this field.");
  expect(await violationsOn(page, { without: ["body"] })).toEqual([]);
  // It scrolls rather than leaving the panel.
  const footer = frame.locator(".footer");
  expect(await footer.evaluate((one) => one.getBoundingClientRect().bottom <= innerHeight)).toBe(true);
  await order.fill("A-1041");
  await frame.getByLabel("Size").fill("XL");
  await page.reload();
  await page.getByRole("button", { name: "Open chat" }).click();
  await expect(order).toHaveValue("A-1041");
  await expect(composer).toHaveValue("Hello");
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() !== "GET" && /conversations/.test(request.url())) sent.push(request.method());
  });
  await frame.getByRole("button", { name: "Send", exact: true }).click();
  await expectSent("Hello");
  await expect
    .poll(() => known(shop))
    .toEqual({
      answers: [
        ["Order number", "A-1041"],
        ["Size", "XL"],
      ],
    });
  expect(sent.slice(0, 2)).toEqual(["POST", "PUT"]);
  await expect(form(page)).toHaveCount(0);
  await expect(composer).toBeVisible();
});

for (const [language, title, label, open] of [
  ["ar", "بعض المعلومات قبل أن نتابع", "رقم الطلب", /./],
  ["de", "Noch ein paar Angaben, bevor es weitergeht", "Bestellnummer", /./],
] as const) {
  test(`the form is in the visitor's language, on a phone and in the dark: ${language}`, async ({ browser, shop }) => {
    await askVisitors(shop.owner, shop.site, { ...ORDER, labels: { [language]: label } });
    const host = await startHostSite({ "/": { head: widgetTag(shop.site.publicKey, `data-language="${language}"`) } });
    const context = await browser.newContext({
      viewport: { width: 360, height: 640 },
      colorScheme: "dark",
      hasTouch: true,
    });
    const page = await context.newPage();
    await page.goto(host.neighbor);
    await page.getByRole("button", { name: open }).first().click();
    const frame = page.locator("iframe").first().contentFrame();
    await frame.locator("#message").fill("Hello");
    await page.keyboard.press("Enter");
    const asked = frame.getByRole("form", { name: title });
    await asked.getByLabel(label).fill("A-1041");
    expect(await violationsOn(page, { without: ["body"] })).toEqual([]);
    const { width = 0 } = (await asked.boundingBox()) ?? {};
    expect(width).toBeGreaterThan(300);
    expect(await frame.locator("html").evaluate((html) => html.scrollWidth <= html.clientWidth)).toBe(true);
    await asked.locator(".submit").click();
    await expect(asked).toHaveCount(0);
    expect((await known(shop)).answers).toEqual([[label, "A-1041"]]);
    await context.close();
    await host.close();
  });
}

test("an answer with markup is text in the widget and in the inbox's data", async ({ page, shop }) => {
  await askVisitors(shop.owner, shop.site, { ...ORDER, label: "<b>Order</b>" });
  const widget = await shop.visit(page);
  await widget.open();
  await widget.write("Hello");
  await form(page).getByLabel("<b>Order</b>").fill("<img src=x onerror=window.__xss=1>\u202e\u0007");
  await submit(page);
  await expect(form(page)).toHaveCount(0);
  const stored = await sql(
    "SELECT a.value FROM answers a JOIN conversations c ON c.id = a.conversation_id WHERE c.site_id = $1",
    [shop.site.id],
  );
  expect(stored).toEqual([{ value: "<img src=x onerror=window.__xss=1>" }]);
});
