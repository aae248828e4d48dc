import type { Page } from "@playwright/test";
import { SavedReplyListResponse } from "#lib/desk/saved-replies/schema.ts";
import { expectAccessible } from "../support/accessible.ts";
import { ask, askNothing } from "../support/api-client.ts";
import { enterDashboard, replyBox } from "../support/dashboard-page.ts";
import { allMessages, conversation, newConversation, newSavedReply, type Owner } from "../support/factories.ts";
import { newLabel } from "../support/labels.ts";
import { expect, test } from "../support/page-test.ts";

const chips = (page: Page) => page.getByRole("list", { name: "When sent:" }).getByRole("listitem");
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

async function openConversation(page: Page, actions: (label: string) => object) {
  const { owner, id } = await newConversation();
  const label = await newLabel(owner, { name: "Refund" });
  await newSavedReply(owner, { name: "Refunded", body: "I refunded your order.", actions: actions(label.id) });
  await enterDashboard(page, owner);
  await page.goto(`/inbox/${id}`);
  return { owner, id, label };
}

async function insert(page: Page): Promise<void> {
  await replyBox(page).pressSequentially("/refunded");
  await expect(page.getByRole("listbox", { name: "Saved replies" }).getByRole("option")).toHaveCount(1);
  await replyBox(page).press("Enter");
  await expect(replyBox(page)).toHaveValue("I refunded your order.");
}

test("a saved reply offers what it does, and it's done once the reply is sent", { tag: "@journey" }, async ({
  page,
}) => {
  const { owner, id, label } = await openConversation(page, (one) => ({
    labels: [one],
    assignee: "me",
    snooze: "tomorrow",
  }));
  await replyBox(page).pressSequentially("/");
  const option = page.getByRole("listbox", { name: "Saved replies" }).getByRole("option");
  await expect(option).toContainText("When sent: Label Refund, Assign to me, Snooze until tomorrow.");
  await replyBox(page).fill("");
  await insert(page);
  await expect(chips(page)).toHaveText([/Refund/, /Assign to me/, /Snooze until tomorrow/]);
  await expectAccessible(page);
  // They survive a reload, and nothing has happened so far.
  await page.reload();
  await expect(chips(page)).toHaveCount(3);
  expect((await conversation(owner, id)).labelIds).toEqual([]);

  await page.getByRole("button", { name: "Remove “Snooze until tomorrow”" }).click();
  await expect(replyBox(page)).toBeFocused();
  await expect(chips(page)).toHaveCount(2);
  await replyBox(page).press("Enter");
  await expect(chips(page)).toHaveCount(0);
  await expect.poll(async () => (await conversation(owner, id)).labelIds).toEqual([label.id]);
  await expect.poll(async () => (await conversation(owner, id)).assigneeId).toBe(owner.user.id);
  expect((await conversation(owner, id)).snoozed).toBeUndefined();
  expect((await allMessages(owner, id)).at(-1)?.body).toBe("I refunded your order.");
});

test("actions go with their text: an emptied box has none, and a note has none", async ({ page }) => {
  await openConversation(page, () => ({ close: true }));
  await insert(page);
  await expect(chips(page)).toHaveText([/Close/]);
  await page.keyboard.press("Control+E");
  await expect(chips(page)).toHaveCount(0);
  await page.keyboard.press("Control+E");
  await expect(chips(page)).toHaveCount(1);
  await replyBox(page).fill("");
  await expect(chips(page)).toHaveCount(0);
  await replyBox(page).fill("Another one");
  await expect(chips(page)).toHaveCount(0);
});

test("a saved reply that closes its conversation does so with Send, and a deleted label isn't offered", async ({
  page,
}) => {
  const { owner, id, label } = await openConversation(page, (one) => ({ labels: [one], close: true }));
  await askNothing("DELETE", `/labels/${label.id}`, { token: owner.token });
  await page.reload();
  await insert(page);
  await expect(chips(page)).toHaveText([/Close/]);
  await replyBox(page).press("Enter");
  await expect.poll(async () => (await conversation(owner, id)).status).toBe("closed");
  await expect(page.getByText("wasn’t labeled")).toHaveCount(0);
});

const saved = async ({ token }: Owner) =>
  (await ask(SavedReplyListResponse, 200, "GET", "/saved-replies", { token })).savedReplies[0];

test("the form of a saved reply has its actions, which are listed, changed and removed", async ({ page }) => {
  const { owner } = await newConversation();
  const label = await newLabel(owner, { name: "Refund" });
  await enterDashboard(page, owner);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/settings/saved-replies");
  await page.getByRole("button", { name: "Add saved reply" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Refunded");
  await page.getByLabel("Text", { exact: true }).fill("I refunded your order.");
  await page.getByRole("checkbox", { name: "Refund" }).check();
  await page.getByLabel("Assign to").selectOption({ label: "The person who sends it" });
  await page.getByLabel("Then", { exact: true }).selectOption({ label: "Snooze for a week" });
  expect(await overflow(page)).toBe(0);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("When sent: Label Refund, Assign to me, Snooze for a week.")).toBeVisible();
  expect((await saved(owner))?.actions).toEqual({ labels: [label.id], assignee: "me", snooze: "week" });

  await page.getByRole("button", { name: "Edit “Refunded”" }).click();
  await expect(page.getByRole("checkbox", { name: "Refund" })).toBeChecked();
  await page.getByRole("checkbox", { name: "Refund" }).uncheck();
  await page.getByLabel("Assign to").selectOption({ label: "No change" });
  await page.getByLabel("Then", { exact: true }).selectOption({ label: "Close" });
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("When sent: Close.")).toBeVisible();
  expect((await saved(owner))?.actions).toEqual({ close: true });
});
