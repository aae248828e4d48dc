import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { askNothing } from "../support/api-client.ts";
import { enterDashboard, gotoLive } from "../support/dashboard-page.ts";
import {
  newOwnerWithSite,
  openWidget,
  PASSWORD,
  patchConversation,
  reply,
  sendMessage,
  start,
} from "../support/factories.ts";
import { addNote } from "../support/notes.ts";
import { expect, test } from "../support/page-test.ts";
import { sql } from "../support/stored-rows.ts";
import { addMember } from "../support/team.ts";

const lines = (page: Page) => page.getByRole("region", { name: "Messages" }).locator("[data-event]");

async function team() {
  const { owner, site } = await newOwnerWithSite({ name: "Fjord" });
  const visitor = await openWidget(site);
  const { conversationId: id } = await start(visitor, "Where is my order?", { name: "Grace" });
  const [workspace] = await sql("SELECT id FROM workspaces WHERE owner_id = $1", [owner.user.id]);
  const colleague = await addMember(String(workspace?.id));
  await sql("UPDATE users SET name = 'Ada' WHERE id = $1", [colleague.user.id]);
  return { owner, colleague, visitor, id };
}

test("a thread says who assigned, closed and reopened the conversation, live and in order", {
  tag: "@journey",
}, async ({ page }) => {
  const { owner, colleague, visitor, id } = await team();
  await enterDashboard(page, owner);
  await gotoLive(page, `/inbox/${id}`);
  await patchConversation(colleague, id, { assignee: owner.user.id });
  await expect(lines(page)).toContainText(["Ada assigned this to you"]);
  await patchConversation(colleague, id, { status: "closed" });
  await expect(lines(page)).toContainText(["Ada assigned this to you", "Ada closed this"]);
  await sendMessage(visitor, id, "One more thing");
  await expect(lines(page)).toHaveCount(3);
  const thread = page.getByRole("region", { name: "Messages" });
  await expect(thread).toContainText("One more thing");
  const text = (await thread.textContent()) ?? "";
  const order = ["Where is my order?", "Ada assigned", "Ada closed", "The visitor reopened this", "One more thing"];
  const places = order.map((words) => text.indexOf(words));
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(places).not.toContain(-1);
  await page.reload();
  await expect(lines(page)).toHaveCount(3);
  await expectAccessible(page);
});

test("a thread leaves out an event of a kind that only a later version knows", async ({ page }) => {
  const { owner, id } = await team();
  await patchConversation(owner, id, { status: "closed" });
  await sql(
    `INSERT INTO conversation_events (conversation_id, seq, after_seq, kind, via, created_at)
     VALUES ($1, 2, 1, 'merged', 'clock', now()), ($1, 3, 1, 'reopened', 'clock', now())`,
    [id],
  );
  await sql("UPDATE conversations SET event_seq = 3 WHERE id = $1", [id]);
  await enterDashboard(page, owner);
  await gotoLive(page, `/inbox/${id}`);
  await expect(lines(page)).toHaveText([/^You closed this/, /^Site Inbox reopened this/]);
});

test("a thread says that someone who has deleted their account had the conversation", async ({ page }) => {
  const { owner, colleague, visitor, id } = await team();
  await patchConversation(owner, id, { assignee: colleague.user.id });
  await patchConversation(owner, id, { status: "closed" });
  await askNothing("DELETE", "/account", { token: colleague.token, body: { currentPassword: PASSWORD } });
  const account = () => sql("SELECT id FROM users WHERE id = $1", [colleague.user.id]);
  await expect.poll(account, { timeout: 20_000 }).toEqual([]);
  await sendMessage(visitor, id, "One more thing");
  await enterDashboard(page, owner);
  await gotoLive(page, `/inbox/${id}`);
  await expect(lines(page)).toContainText([
    "You assigned this to a former teammate",
    "You closed this",
    "The visitor reopened this",
    "Unassigned, because a former teammate no longer had access",
  ]);
});

test("a mention moves the badge, the title, the row and the view of mentions at once, and reading it clears them", {
  tag: ["@journey", "@all"],
}, async ({ page }) => {
  const { owner, colleague, id } = await team();
  await reply(owner, id, "On its way");
  await enterDashboard(page, owner);
  await gotoLive(page, "/inbox");
  await expect(page).toHaveTitle(/^Inbox/);
  await addNote(colleague, id, "@Owner, refund her?", { mentions: [owner.user.id] });
  await expect(page).toHaveTitle(/^\(1\) /);
  await expect(page.locator(`[data-row="${id}"]`)).toContainText("Ada mentioned you: @Owner, refund her?");
  await page.getByRole("link", { name: "Mentions 1 new" }).click();
  await expect(page).toHaveURL(/mentioned=1/);
  await expectAccessible(page);
  await page.locator(`[data-row="${id}"]`).click();
  await expect(page.getByText("Ada · note")).toBeVisible();
  await expect(page).not.toHaveTitle(/^\(1\) /);
  await expect(page.getByRole("link", { name: "Mentions", exact: true })).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("mentions");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/inbox\?.*mentioned=1/);
  await gotoLive(page, "/inbox");
  // Their reply made it theirs.
  await patchConversation(colleague, id, { assignee: null });
  await patchConversation(colleague, id, { assignee: owner.user.id });
  await expect(page.locator(`[data-row="${id}"]`)).toContainText("Ada assigned this to you");
});
