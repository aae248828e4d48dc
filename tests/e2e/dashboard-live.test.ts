import type { Page, Request } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { askNothing } from "../support/api-client.ts";
import { enterDashboard, gotoLive, inside, listRows } from "../support/dashboard-page.ts";
import {
  conversation,
  deleteConversation,
  markRead,
  newOwnerWithSite,
  openWidget,
  patchConversation,
  reply,
  sendMessage,
  start,
  type Visitor,
} from "../support/factories.ts";
import { expect, test } from "../support/page-test.ts";
import { startProcess } from "../support/start-process.ts";

const messages = (page: Page) => page.getByRole("region", { name: "Messages" });

const list = (page: Page) => page.getByRole("region", { name: "Inbox" });

/** An owner with conversations of these visitors, the last one's the newest. */
async function openInbox(page: Page, names: string[], { baseUrl = "" } = {}) {
  const { owner, site } = await newOwnerWithSite();
  const visitors: Record<string, { visitor: Visitor; id: string }> = {};
  for (const name of names) {
    const visitor = await openWidget(site);
    const { conversationId: id } = await start(visitor, `I am ${name}`, { name });
    visitors[name] = { visitor, id };
  }
  await enterDashboard(page, owner);
  await gotoLive(page, `${baseUrl}/inbox`);
  return { owner, site, of: (name: string) => visitors[name] ?? { visitor: {} as Visitor, id: "" } };
}

const typing = ({ token }: Visitor, id: string) => askNothing("POST", `/public/conversations/${id}/typing`, { token });

const seen = ({ token }: Visitor, id: string, seq: number) =>
  askNothing("POST", `/public/conversations/${id}/read`, { token, body: { seq } });

test("a new conversation and a new message appear in the list immediately", { tag: "@journey" }, async ({ page }) => {
  const { site, of } = await openInbox(page, ["Ana", "Ben"]);
  await expect(listRows(page)).toHaveText([/Ben/, /Ana/]);
  await start(of("Ana").visitor, "Still there?");
  await expect(listRows(page)).toHaveText([/Ana.*Still there\?2 new$/, /Ben/]);
  await start(await openWidget(site), "Hello", { name: "Cleo" });
  await expect(listRows(page)).toHaveText([/Cleo/, /Ana/, /Ben/]);
});

test("an inbox's first conversation appears, and so does the first one of a filter", async ({ page }) => {
  const { owner, site } = await newOwnerWithSite();
  await enterDashboard(page, owner);
  await gotoLive(page, "/inbox");
  await expect(page.getByRole("heading", { level: 1, name: "No messages yet" })).toBeVisible();
  await start(await openWidget(site), "The very first", { name: "Ana" });
  await expect(page.getByRole("heading", { level: 1, name: "Inbox" })).toBeVisible();
  await listRows(page).click();
  await expect(messages(page)).toContainText("The very first");
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await expect(list(page).getByText("No open conversations.")).toBeVisible();
  await start(await openWidget(site), "The second", { name: "Ben" });
  await expect(listRows(page)).toHaveText([/Ben/]);
});

test("the first message doesn't take the focus from someone working in an empty inbox", async ({ page }) => {
  const { owner, site } = await newOwnerWithSite();
  await enterDashboard(page, owner);
  await gotoLive(page, "/inbox");
  const field = page.getByRole("textbox", { name: "Message" });
  await field.fill("Half a test message");
  await start(await openWidget(site), "The very first", { name: "Ana" });
  await expect(page.getByRole("heading", { level: 1, name: "Your first message has arrived" })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Send test message" })).toBeFocused();
  await page.getByRole("heading", { level: 1 }).click();
  await expect(field).toHaveValue("Half a test message");
  await expectAccessible(page);
  await page.getByRole("link", { name: "Read message" }).click();
  await expect(messages(page)).toContainText("The very first");
});

test("the open conversation shows what its visitor writes, types and has seen", { tag: "@journey" }, async ({
  page,
}) => {
  const { owner, of } = await openInbox(page, ["Ana"]);
  const { visitor, id } = of("Ana");
  await reply(owner, id, "How can I help?");
  await listRows(page).click();
  await expect(messages(page).getByTitle("Sent", { exact: true })).toBeVisible();
  await seen(visitor, id, 2);
  await expect(messages(page).getByTitle("Seen")).toBeVisible();
  await typing(visitor, id);
  await expect(page.getByText("Ana is typing")).toBeVisible();
  await sendMessage(visitor, id, "Where is my order?");
  await expect(messages(page)).toContainText("Where is my order?");
  await expect(page.getByText("Ana is typing")).toBeHidden();
  await expect.poll(async () => (await conversation(owner, id)).unreadCount).toBe(0);
});

test("a reply is shown as seen once its visitor has responded", async ({ page }) => {
  const { owner, of } = await openInbox(page, ["Ana"]);
  const { visitor, id } = of("Ana");
  await reply(owner, id, "How can I help?");
  await listRows(page).click();
  await expect(messages(page).getByTitle("Sent", { exact: true })).toBeVisible();
  await sendMessage(visitor, id, "Where is my order?");
  await expect(messages(page).getByTitle("Seen")).toBeVisible();
});

test("a message whose notification was lost appears in the open conversation and as unread in the list", async ({
  page,
}) => {
  await using deaf = await startProcess("deaf", {}, { without: ["publishing", "listening"] });
  const { of } = await openInbox(page, ["Ana", "Ben"], deaf);
  await listRows(page).filter({ hasText: "Ana" }).click();
  await expect(messages(page)).toContainText("I am Ana");
  for (const name of ["Ana", "Ben"]) await sendMessage(of(name).visitor, of(name).id, "Anybody there?");
  await expect(messages(page)).toContainText("Anybody there?", { timeout: 15_000 });
  await expect(listRows(page).filter({ hasText: "Ben" })).toContainText("2 new", { timeout: 15_000 });
  await page.goto("about:blank");
});

test("what was seen is still shown as seen after a reload", async ({ page }) => {
  const { owner, of } = await openInbox(page, ["Ana"]);
  const { visitor, id } = of("Ana");
  await reply(owner, id, "One");
  await reply(owner, id, "Two");
  await seen(visitor, id, 2);
  await page.goto(`/inbox/${id}`);
  await expect(messages(page).getByRole("listitem").filter({ hasText: "Seen" }).last()).toContainText("One");
  await expect(messages(page).getByRole("listitem").filter({ hasText: "Sent" }).last()).toContainText("Two");
});

test.describe("in two tabs", () => {
  // A tab that opens its stream while the conversation is deleted requests it and gets 404.
  test.use({ expectedErrors: [/status of 404/] });

  test("shows replies, closing, reading and deleting in the owner's other tab", { tag: "@journey" }, async ({
    page,
    context,
  }) => {
    const { owner, of } = await openInbox(page, ["Ana", "Ben"]);
    const { id } = of("Ben");
    const other = await context.newPage();
    await other.goto(`/inbox/${id}`);
    await expect(listRows(page).filter({ hasText: "Ben" })).not.toContainText("Unread");
    await page.goto(`/inbox/${id}`);
    await other.getByLabel("Reply to Ben").fill("From the other tab");
    await other.keyboard.press("Enter");
    await expect(messages(page)).toContainText("From the other tab");
    await other.getByRole("button", { name: "Close", exact: true }).click();
    await expect(page.getByRole("button", { name: "Reopen" })).toBeVisible();
    await expect(listRows(page)).toHaveText([/Ana/]);
    await deleteConversation(owner, id);
    await expect(page.getByText("This conversation was deleted.")).toBeVisible();
    await page.getByRole("link", { name: "Back to inbox" }).last().click();
    await expect(page).toHaveURL(inside("/inbox"));
  });
});

test("a conversation marked unread elsewhere stays unread while it's open here", async ({ page }) => {
  const { owner, of } = await openInbox(page, ["Ana"]);
  const { visitor, id } = of("Ana");
  await listRows(page).click();
  await expect.poll(async () => (await conversation(owner, id)).unreadCount).toBe(0);
  await patchConversation(owner, id, { unread: true });
  await typing(visitor, id);
  await expect(page.getByText("Ana is typing")).toBeVisible();
  await expect.poll(async () => (await conversation(owner, id)).unreadCount).toBe(1);
});

test("no row moves under the pointer, and a notice counts new ones", async ({ page }) => {
  const { owner, site, of } = await openInbox(page, ["Ana", "Ben", "Cleo"]);
  await listRows(page).nth(1).hover();
  await start(of("Ana").visitor, "I wrote again");
  await start(await openWidget(site), "Hello", { name: "Dora" });
  await expect(page.getByRole("button", { name: "2 new" })).toBeVisible();
  await expect(listRows(page)).toHaveText([/Cleo/, /Ben/, /Ana.*I wrote again/]);
  await patchConversation(owner, of("Ben").id, { status: "closed" });
  await expect(listRows(page)).toHaveText([/Cleo/, /Ben.*Closed/, /Ana/]);
  await page.mouse.move(900, 400);
  await expect(listRows(page)).toHaveText([/Dora/, /Ana/, /Cleo/]);
  await expect(page.getByRole("button", { name: /new$/ })).toBeHidden();
});

test("the list can be updated on demand while it has the keyboard focus", async ({ page }) => {
  const { of } = await openInbox(page, ["Ana", "Ben"]);
  await page.keyboard.press("j");
  await expect(listRows(page).first()).toBeFocused();
  await start(of("Ana").visitor, "I wrote again");
  await expect(listRows(page)).toHaveText([/Ben/, /Ana.*I wrote again/]);
  await page.getByRole("button", { name: "1 new" }).press("Enter");
  await expect(listRows(page)).toHaveText([/Ana/, /Ben/]);
  await expect(listRows(page).first()).toBeFocused();
});

test("rows below the first page stay current", async ({ page }) => {
  const names = Array.from({ length: 55 }, (_, index) => `Visitor no ${index + 1}.`);
  const { owner, of } = await openInbox(page, names);
  await listRows(page).last().scrollIntoViewIfNeeded();
  await expect(listRows(page)).toHaveCount(55);
  await sendMessage(of("Visitor no 1.").visitor, of("Visitor no 1.").id, "Up again");
  await expect(listRows(page).last()).toContainText("Up again");
  await patchConversation(owner, of("Visitor no 2.").id, { status: "closed" });
  await markRead(owner, of("Visitor no 3.").id);
  await expect(listRows(page).nth(53)).toContainText("Closed");
  await expect(listRows(page).nth(52)).not.toContainText("Unread");
  await page.getByRole("button", { name: "1 new" }).click();
  await expect(listRows(page)).toHaveCount(54);
  await expect(listRows(page).first()).toContainText("Up again");
  await expect(listRows(page).last()).toContainText("Visitor no 3.");
});

test("eight tabs share one stream, and every tab shows its events", async ({ context, page }) => {
  const streams = new Set<Request>();
  context.on("request", (request) => new URL(request.url()).pathname === "/events" && streams.add(request));
  context.on("requestfinished", (request) => streams.delete(request));
  context.on("requestfailed", (request) => streams.delete(request));
  const { of } = await openInbox(page, ["Ana"]);
  const tabs = [page];
  while (tabs.length < 8) {
    const tab = await context.newPage();
    await tab.goto("/inbox");
    tabs.push(tab);
  }
  await start(of("Ana").visitor, "For all of you");
  for (const tab of tabs) await expect(listRows(tab)).toContainText("For all of you");
  const open = () => [...streams].filter((request) => !request.frame().page().isClosed()).length;
  expect(open()).toBe(1);
  await page.close();
  await start(of("Ana").visitor, "And without the first tab");
  for (const tab of tabs.slice(1)) await expect(listRows(tab)).toContainText("And without the first tab");
  expect(open()).toBe(1);
});
