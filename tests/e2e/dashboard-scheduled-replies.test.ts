import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { enterDashboard, gotoLive, replyBox } from "../support/dashboard-page.ts";
import { allMessages, conversation, newOwnerWithSite, openWidget, sendMessage, start } from "../support/factories.ts";
import { expect, test } from "../support/page-test.ts";
import { letBeDue, scheduledOf } from "../support/scheduled-replies.ts";
import { sql } from "../support/stored-rows.ts";

const thread = (page: Page) => page.getByRole("region", { name: "Messages" });
const action = (page: Page, name: string) => thread(page).getByRole("button", { name, exact: true });

/** An open conversation of an owner who can take back what they send for so many seconds. */
async function openConversation(page: Page, holdSeconds: number) {
  const { owner, site } = await newOwnerWithSite({ name: "Fjord" });
  await sql("UPDATE users SET hold_seconds = $2 WHERE id = $1", [owner.user.id, holdSeconds]);
  const visitor = await openWidget(site);
  const { conversationId: id } = await start(visitor, "Where is my order?", { name: "Grace Hopper" });
  await enterDashboard(page, owner);
  await gotoLive(page, `/inbox/${id}`);
  return { owner, visitor, id };
}

async function write(page: Page, text: string) {
  await replyBox(page).fill(text);
  await replyBox(page).press("Enter");
}

test("a sent reply is taken back with a key, edited and sent", { tag: "@journey" }, async ({ page }) => {
  const { owner, id } = await openConversation(page, 30);
  await write(page, "It arives today.");
  await expect(thread(page)).toContainText(/Sending in \d+ s/);
  await expectAccessible(page);
  expect(await allMessages(owner, id)).toHaveLength(1);
  await replyBox(page).press("Escape");
  await page.keyboard.press("z");
  await expect(replyBox(page)).toHaveValue("It arives today.");
  await expect(replyBox(page)).toBeFocused();
  await expect(thread(page)).not.toContainText("It arives today.");
  await expect.poll(() => scheduledOf(owner, id)).toEqual([]);
  await replyBox(page).fill("It arrives today.");
  await replyBox(page).press("Enter");
  await action(page, "Send now").click();
  await expect
    .poll(async () => (await allMessages(owner, id)).map(({ body }) => body))
    .toEqual(["Where is my order?", "It arrives today."]);
  await expect(thread(page)).not.toContainText(/Sending/);
  await expect(thread(page).getByText("It arrives today.")).toHaveCount(1);
});

test("a held reply is sent without anyone doing anything, and its bubble stays", async ({ page }) => {
  const { owner, id } = await openConversation(page, 1);
  await write(page, "On its way.");
  await expect.poll(async () => (await allMessages(owner, id)).length, { timeout: 15_000 }).toBe(2);
  await expect(thread(page).getByTitle("Sent")).toHaveCount(1);
  await expect(thread(page).getByText("On its way.")).toHaveCount(1);
});

test("a reply for later shows when it's sent, survives a reload, and is stopped if the visitor writes first", async ({
  page,
}) => {
  const { owner, visitor, id } = await openConversation(page, 0);
  await replyBox(page).fill("Good morning!");
  await page.locator("summary", { hasText: "More ways to send" }).click();
  await page.getByRole("button", { name: "Send later…" }).click();
  const dialog = page.getByRole("dialog", { name: "Send later" });
  await expectAccessible(page);
  await dialog.getByRole("button", { name: /^Tomorrow/ }).click();
  await expect(thread(page)).toContainText(/To be sent: tomorrow/);
  await expect(replyBox(page)).toHaveValue("");
  await page.reload();
  await expect(thread(page)).toContainText(/To be sent: tomorrow/);
  const [later] = await scheduledOf(owner, id);
  if (!later) throw new Error("the reply is scheduled");
  await sendMessage(visitor, id, "Never mind.");
  await letBeDue(later);
  await expect(thread(page).getByRole("alert")).toContainText("Not sent: the visitor wrote meanwhile.");
  await expectAccessible(page);
  await action(page, "Send anyway").click();
  await expect.poll(async () => (await allMessages(owner, id)).at(-1)?.body).toBe("Good morning!");
  await expect(thread(page).getByRole("alert")).toHaveCount(0);
});

test("undoing a reply that closes keeps the conversation open and puts the text back", async ({ page }) => {
  const { owner, id } = await openConversation(page, 30);
  await replyBox(page).fill("You’re welcome.");
  await replyBox(page).press("ControlOrMeta+Shift+Enter");
  await expect.poll(async () => (await scheduledOf(owner, id)).length).toBe(1);
  // The toast has one, and so does the pane that's left.
  await page.getByRole("button", { name: /^Undo/ }).first().click();
  await expect(replyBox(page)).toHaveValue("You’re welcome.");
  expect(await scheduledOf(owner, id)).toEqual([]);
  expect((await conversation(owner, id)).status).toBe("open");
});
