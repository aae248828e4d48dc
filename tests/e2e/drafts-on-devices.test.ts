import type { Browser, Page } from "@playwright/test";
import { DraftListResponse } from "#lib/desk/drafts/schema.ts";
import { expectAccessible } from "../support/accessible.ts";
import { ask } from "../support/api-client.ts";
import { enterDashboard, gotoLive, replyBox } from "../support/dashboard-page.ts";
import { allMessages, newConversation, type Owner } from "../support/factories.ts";
import { expect, test } from "../support/page-test.ts";

// A draft that was stored on another device meanwhile is a conflict, and then taken into account.
test.use({ expectedErrors: [/status of 409|ERR_INTERNET_DISCONNECTED/] });

const storedDraft = async ({ token }: Owner, id: string) =>
  (await ask(DraftListResponse, 200, "GET", `/conversations/${id}/drafts`, { token })).drafts[0]?.body ?? "";

/** Another device of the person, with the conversation open. */
async function openDevice(browser: Browser, owner: Owner, id: string) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await openConversation(page, owner, id);
  return { page, context, [Symbol.asyncDispose]: () => context.close() };
}

async function openConversation(page: Page, owner: Owner, id: string): Promise<void> {
  await enterDashboard(page, owner);
  const asked = page.waitForResponse((response) => response.url().endsWith(`/conversations/${id}/drafts`));
  await gotoLive(page, `/inbox/${id}`);
  await asked;
}

test("a draft shows on the person's other device, goes on there, and is gone on both once it's sent", {
  tag: "@journey",
}, async ({ page, browser }) => {
  const { owner, id } = await newConversation();
  await openConversation(page, owner, id);
  await replyBox(page).pressSequentially("Hi Grace");
  await expect.poll(() => storedDraft(owner, id)).toBe("Hi Grace");

  await using phone = await openDevice(browser, owner, id);
  await expect(replyBox(phone.page)).toHaveValue("Hi Grace");
  await replyBox(phone.page).press("End");
  await replyBox(phone.page).pressSequentially(", it's on its way.");
  await expect(replyBox(page)).toHaveValue("Hi Grace, it's on its way.");
  await replyBox(phone.page).press("Enter");
  await expect(replyBox(phone.page)).toHaveValue("");
  await expect(replyBox(page)).toHaveValue("");
  await expect.poll(() => storedDraft(owner, id)).toBe("");
  await page.reload();
  await expect(replyBox(page)).toHaveValue("");
  expect((await allMessages(owner, id)).map(({ body }) => body)).toContain("Hi Grace, it's on its way.");
});

test("what's written offline on one device and online on another is kept: the other text is offered, added and discarded", async ({
  page,
  browser,
}) => {
  const { owner, id } = await newConversation();
  await openConversation(page, owner, id);
  await using phone = await openDevice(browser, owner, id);
  await phone.context.setOffline(true);
  await replyBox(phone.page).fill("Written on the train");
  await replyBox(page).fill("Written at the desk");
  await expect.poll(() => storedDraft(owner, id)).toBe("Written at the desk");
  await phone.context.setOffline(false);

  // On the device that comes back, its own text stays.
  await expect(phone.page.getByText("You also wrote this on another device:")).toBeVisible();
  await expect(replyBox(phone.page)).toHaveValue("Written on the train");
  await expect(phone.page.getByText("Written at the desk")).toBeVisible();
  await expectAccessible(phone.page);
  await phone.page.getByRole("button", { name: "Add to this text" }).click();
  await expect(replyBox(phone.page)).toHaveValue("Written on the train\nWritten at the desk");
  await expect(phone.page.getByText("You also wrote this on another device:")).toHaveCount(0);
  await expect(replyBox(page)).toHaveValue("Written on the train\nWritten at the desk");
  await expect(page.getByText("You also wrote this on another device:")).toHaveCount(0);
});

test("logging out stores the draft first, and the next login has it, but no other person in the same browser", async ({
  page,
}) => {
  const { owner, id } = await newConversation();
  await openConversation(page, owner, id);
  await replyBox(page).fill("Not finished");
  await page.goto("/settings/account");
  await page.getByRole("button", { name: "Log out" }).last().click();
  await expect(page).toHaveURL(/\/login/);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((name) => name.includes("draft")))).toEqual([]);

  const other = await newConversation();
  await openConversation(page, other.owner, other.id);
  await expect(replyBox(page)).toHaveValue("");
});

test("a draft is stored when its page is closed at once", async ({ page, browser }) => {
  const { owner, id } = await newConversation();
  const closing = await openDevice(browser, owner, id);
  await replyBox(closing.page).fill("Last words");
  await closing.page.goto("about:blank");
  await expect.poll(() => storedDraft(owner, id)).toBe("Last words");
  await closing.context.close();
  await openConversation(page, owner, id);
  await expect(replyBox(page)).toHaveValue("Last words");
});
