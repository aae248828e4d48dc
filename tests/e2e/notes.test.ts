import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { enterDashboard, gotoLive, replyBox } from "../support/dashboard-page.ts";
import { allMessages, newOwnerWithSite, openWidget, reply, start } from "../support/factories.ts";
import { addNote, notesOf } from "../support/notes.ts";
import { expect, test } from "../support/page-test.ts";
import { sql } from "../support/stored-rows.ts";
import { addMember } from "../support/team.ts";

test.use({ expectedErrors: [/ERR_(INTERNET_DISCONNECTED|FAILED)|status of 409/] });

const noteBox = (page: Page) => page.getByRole("textbox", { name: /^Note about/ });
const thread = (page: Page) => page.getByRole("region", { name: "Messages" });
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

/** An open conversation with Grace, of an owner with a colleague. */
async function openConversation(page: Page) {
  const { owner, site } = await newOwnerWithSite({ name: "Fjord" });
  const { conversationId: id } = await start(await openWidget(site), "Where is my order?", { name: "Grace" });
  const [workspace] = await sql("SELECT id FROM workspaces WHERE owner_id = $1", [owner.user.id]);
  const colleague = await addMember(String(workspace?.id));
  await sql("UPDATE users SET name = 'Ada' WHERE id = $1", [colleague.user.id]);
  await enterDashboard(page, owner);
  await gotoLive(page, `/inbox/${id}`);
  return { owner, colleague, id };
}

test("a note is written in a box of its own, whose draft and mode stay apart from the reply's", {
  tag: "@journey",
}, async ({ page }) => {
  const { owner, colleague, id } = await openConversation(page);
  await replyBox(page).fill("For Grace");
  await page.keyboard.press("Control+e");
  await expect(noteBox(page)).toBeFocused();
  await expect(noteBox(page)).toHaveValue("");
  await expect(page.getByText("Note to your team. Visitors never see it.")).toBeVisible();
  await noteBox(page).fill("For the team");
  await page.keyboard.press("Control+e");
  await expect(replyBox(page)).toHaveValue("For Grace");
  await page.getByRole("button", { name: "Note", exact: true }).click();
  await expect(noteBox(page)).toHaveValue("For the team");
  await page.reload();
  await expect(noteBox(page)).toHaveValue("For the team");
  await expectAccessible(page);

  await noteBox(page).press("Enter");
  await expect(thread(page).getByText("For the team")).toBeVisible();
  await expect(thread(page).getByText("You · note")).toBeVisible();
  await expect.poll(async () => (await notesOf(owner, id)).length).toBe(1);
  await addNote(colleague, id, "I'll call her.");
  await expect(thread(page).getByText("Ada · note")).toBeVisible();
  await expect
    .poll(async () => (await notesOf(owner, id)).map(({ body }) => body))
    .toEqual(["For the team", "I'll call her."]);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await page.keyboard.press("r");
  await expect(replyBox(page)).toHaveValue("For Grace");
  await expect.poll(() => allMessages(owner, id)).toHaveLength(1);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.keyboard.press("Control+e");
  await expectAccessible(page);
  expect(await overflow(page)).toBe(0);
});

test("a reply written without a connection is held if a teammate replied meanwhile, until its writer sends it anyway", {
  tag: ["@journey", "@all"],
}, async ({ page, context }) => {
  const { owner, colleague, id } = await openConversation(page);
  await context.setOffline(true);
  for (const text of ["On its way.", "It has left our shop."]) {
    await replyBox(page).fill(text);
    await replyBox(page).press("Enter");
  }
  await addNote(colleague, id, "I'm on it.");
  await reply(colleague, id, "It arrives today.");
  await context.setOffline(false);
  const held = thread(page).getByRole("alert");
  await expect(held).toContainText("replied while you were writing.");
  await expect(thread(page).getByText("New since you started")).toHaveCount(1);
  await expect(thread(page)).toContainText(/New since you started.*I'm on it\..*It arrives today\..*On its way\./s);
  await expectAccessible(page);
  await expect.poll(() => allMessages(owner, id)).toHaveLength(2);

  await replyBox(page).press("Control+Enter");
  // The next one crossed it as well, and is the writer's decision, too.
  await expect(held).toHaveCount(1);
  await expect
    .poll(async () => (await allMessages(owner, id)).map(({ body }) => body))
    .toEqual(["Where is my order?", "It arrives today.", "On its way."]);
  await held.getByRole("button", { name: "Edit" }).click();
  await expect(replyBox(page)).toHaveValue("It has left our shop.");
  await expect(held).toHaveCount(0);
});

test("a conversation that a teammate replied to isn't closed until its reader has seen that, or closes it anyway", async ({
  page,
}) => {
  const { owner, colleague, id } = await openConversation(page);
  // The stream brings nothing of it.
  await page.route("**/events", (route) => route.abort());
  await page.route(`**/conversations/${id}/messages?*`, (route) => route.abort());
  await page.reload();
  await expect(replyBox(page)).toBeVisible();
  await reply(colleague, id, "It arrives today.");
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await expect(page.getByText(/Not closed\. .* replied meanwhile\./)).toBeVisible();
  await page.getByRole("button", { name: "Close anyway" }).click();
  await expect(page.getByText("Closed.", { exact: true })).toBeVisible();
  await expect.poll(() => allMessages(owner, id)).toHaveLength(2);
});
