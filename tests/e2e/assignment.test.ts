import type { Browser, Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { enterDashboard, gotoLive, listRows, openAccountMenu } from "../support/dashboard-page.ts";
import {
  conversation,
  newConversation,
  type Owner,
  openWidget,
  patchConversation,
  reply,
  sendMessage,
  start,
} from "../support/factories.ts";
import { expect, test } from "../support/page-test.ts";
import { sql } from "../support/stored-rows.ts";
import { newTeam } from "../support/team.ts";

// The API refuses who is too late.
test.use({ expectedErrors: [/status of 409 \(Conflict\)/] });

const rename = ({ user }: Owner, name: string) => sql("UPDATE users SET name = $2 WHERE id = $1", [user.id, name]);

/** A team's inbox with three waiting visitors: one is Ada's, one Bob's and one no one's. */
async function newTeamInbox() {
  const { owner: ada, agent: bob, sites } = await newTeam({ sites: 1 });
  await rename(ada, "Ada Lovelace");
  await rename(bob, "Bob Martin");
  const [site] = sites;
  if (!site) throw new Error("no site");
  const write = async (name: string) => {
    const visitor = await openWidget(site);
    const { conversationId: id } = await start(visitor, `I am ${name}`, { name });
    return { visitor, id };
  };
  const [ana, ben, cleo] = [await write("Ana"), await write("Ben"), await write("Cleo")];
  await patchConversation(ada, ana.id, { assignee: ada.user.id });
  await patchConversation(ada, ben.id, { assignee: bob.user.id });
  return { ada, bob, ana, ben, cleo };
}

async function openAs(browser: Browser, person: Owner, path: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await enterDashboard(page, person);
  await gotoLive(page, path);
  return page;
}

const views = (page: Page) => page.getByRole("navigation", { name: "Assigned to" });

test("the views show one's own conversations, those of no one and all, and change as they're taken, assigned and given back", {
  tag: "@journey",
}, async ({ page }) => {
  const { ada, bob, cleo } = await newTeamInbox();
  await enterDashboard(page, ada);
  await gotoLive(page, "/inbox");
  await expect(views(page).getByRole("link")).toHaveText([
    "Mine1 waiting",
    "Unassigned1 waiting",
    "Mentions",
    "Everyone",
  ]);
  await expect(listRows(page)).toHaveText([/Cleo/, /Ben.*BMAssigned to Bob Martin\./, /Ana.*AL/]);
  await views(page).getByRole("link", { name: "Mine" }).click();
  await expect(listRows(page)).toHaveText([/Ana/]);
  await views(page).getByRole("link", { name: "Unassigned" }).click();
  await expect(listRows(page)).toHaveText([/Cleo/]);
  await expectAccessible(page);

  await listRows(page).first().click();
  const assignee = page.getByRole("button", { name: "Unassigned" });
  await expect(assignee).toBeVisible();
  await page.getByRole("heading", { level: 1, name: "Cleo" }).focus();
  await page.keyboard.press("t");
  await expect(page.getByRole("button", { name: "Assigned to Ada Lovelace" })).toBeVisible();
  await expect(views(page).getByRole("link", { name: "Mine" })).toHaveText("Mine2 waiting");
  await page.keyboard.press("Shift+T");
  await expect(assignee).toBeVisible();
  await page.keyboard.press("a");
  const dialog = page.getByRole("dialog", { name: "Assign to" });
  await expect(dialog.getByRole("option")).toHaveCount(5);
  await expect(dialog.getByRole("option").first()).toHaveText("Me");
  await expectAccessible(page);
  await dialog.getByRole("combobox").fill("bob");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Assigned to Bob Martin" })).toBeVisible();
  await expect.poll(() => conversation(ada, cleo.id)).toMatchObject({ assigneeId: bob.user.id });
  await views(page).getByRole("link", { name: "Unassigned" }).click();
  await expect(page.getByText("Every waiting visitor has an assignee.")).toBeVisible();
  await page.goto("/inbox?assignee=me&status=closed");
  await expect(page.getByText("Nothing is assigned to you. Conversations you reply to show up here.")).toBeVisible();
});

test("who takes a conversation a moment too late sees who was faster", async ({ page }) => {
  const { ada, bob, cleo } = await newTeamInbox();
  await enterDashboard(page, ada);
  await page.route(`**/conversations/${cleo.id}`, async (route) => {
    if (route.request().method() === "PATCH") await patchConversation(bob, cleo.id, { assignee: bob.user.id });
    await route.continue();
  });
  await gotoLive(page, `/inbox/${cleo.id}`);
  await page.getByRole("heading", { level: 1, name: "Cleo" }).focus();
  await page.keyboard.press("t");
  await expect(page.getByRole("status").filter({ hasText: "Bob Martin was assigned first." })).toBeVisible();
});

test("colleagues see who looks and who types, and whose replies are whose", async ({ page, browser }) => {
  const { ada, bob, cleo } = await newTeamInbox();
  await enterDashboard(page, ada);
  await gotoLive(page, `/inbox/${cleo.id}`);
  const other = await openAs(browser, bob, `/inbox/${cleo.id}`);
  const line = page.getByRole("status");
  await expect(line.filter({ hasText: "Bob Martin is viewing this" })).toBeVisible();
  await expect(other.getByRole("status").filter({ hasText: "Ada Lovelace is viewing this" })).toBeVisible();
  await other.getByRole("textbox", { name: "Reply to Cleo" }).pressSequentially("Hello");
  await expect(line.filter({ hasText: "Bob Martin is typing a reply" })).toBeVisible();
  await other.keyboard.press("Enter");
  const messages = page.getByRole("region", { name: "Messages" });
  await expect(messages).toContainText(/Bob Martin.*Hello/);
  await expect(page.getByRole("button", { name: "Assigned to Bob Martin" })).toBeVisible();
  await expect(listRows(page).first()).toContainText("Bob Martin: Hello");
  await reply(ada, cleo.id, "And I'm here too");
  await expect(messages).toContainText(/You.*And I'm here too/);
  await expect(listRows(other).first()).toContainText("Ada Lovelace: And I'm here too");
  await other.goto("about:blank");
  await expect(page.getByText("Bob Martin is viewing this")).toHaveCount(0);
  // In its own conversation, the reader's message is read by them alone.
  await sendMessage(cleo.visitor, cleo.id, "Thanks");
  await expect.poll(async () => (await conversation(ada, cleo.id)).unreadCount).toBe(0);
  await expect.poll(async () => (await conversation(bob, cleo.id)).unreadCount).toBe(1);
});

test("a colleague who goes to another conversation or page, or logs out, is no longer shown as viewing it", async ({
  page,
  browser,
}) => {
  const { ada, bob, cleo } = await newTeamInbox();
  await enterDashboard(page, ada);
  await gotoLive(page, `/inbox/${cleo.id}`);
  const line = page.getByRole("status").filter({ hasText: "Bob Martin is viewing this" });
  const other = await openAs(browser, bob, `/inbox/${cleo.id}`);
  const leaving = [
    () => listRows(other).filter({ hasText: "Ben" }).click(),
    () => other.getByRole("link", { name: "Inbox" }).first().click(),
    () => other.getByRole("link", { name: "Settings" }).first().click(),
    async () => (await openAccountMenu(other)).getByRole("button", { name: "Log out" }).click(),
  ];
  for (const leave of leaving) {
    await other.goto(`/inbox/${cleo.id}`);
    await expect(line).toBeVisible();
    await leave();
    await expect(line).toHaveCount(0);
  }
});

test("someone alone in their workspace sees nothing about assignment", async ({ page }) => {
  const { owner, id } = await newConversation();
  await enterDashboard(page, owner);
  await gotoLive(page, `/inbox/${id}`);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).not.toContainText("Assign to me");
  await page.keyboard.press("Escape");
  await expect(views(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Unassigned" })).toHaveCount(0);
});
