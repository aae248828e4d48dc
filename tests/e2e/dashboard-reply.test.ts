import type { Page, Route } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { enterDashboard, inside, listRows, replyBox } from "../support/dashboard-page.ts";
import {
  allMessages,
  conversation,
  deleteConversation,
  newConversation,
  openWidget,
  patchConversation,
  start,
} from "../support/factories.ts";
import { expect, test } from "../support/page-test.ts";

const messages = (page: Page) => page.getByRole("region", { name: "Messages" });

async function openConversation(page: Page) {
  const made = await newConversation();
  await enterDashboard(page, made.owner);
  await page.goto(`/inbox/${made.id}`);
  return made;
}

async function send(page: Page, text: string): Promise<void> {
  await replyBox(page).fill(text);
  await replyBox(page).press("Enter");
}

const bodies = async (owner: Parameters<typeof allMessages>[0], id: string) =>
  (await allMessages(owner, id)).map(({ body }) => body);

test("Enter sends a reply, Shift+Enter starts a new line, and its state is shown", { tag: "@journey" }, async ({
  page,
}) => {
  const { owner, id } = await openConversation(page);
  await replyBox(page).fill("First line");
  await replyBox(page).press("Shift+Enter");
  await replyBox(page).pressSequentially("Second line");
  const before = await replyBox(page).boundingBox();
  await replyBox(page).press("Enter");
  await expect(replyBox(page)).toHaveValue("");
  await expect(replyBox(page)).toBeFocused();
  await expect(messages(page).getByTitle("Sent", { exact: true })).toBeVisible();
  expect(await bodies(owner, id)).toEqual(["Hello", "First line\nSecond line"]);
  const after = await replyBox(page).boundingBox();
  expect(before?.height).toBeGreaterThan(after?.height ?? 0);
  await replyBox(page).press("Enter");
  await send(page, "   ");
  await expect(replyBox(page)).toHaveValue("   ");
  await expect.poll(async () => (await conversation(owner, id)).lastSeq).toBe(2);
});

test("Enter in an input method's candidate list sends nothing", async ({ page }) => {
  const { owner, id } = await openConversation(page);
  await replyBox(page).fill("にほん");
  await replyBox(page).dispatchEvent("keydown", { key: "Enter", isComposing: true });
  await replyBox(page).dispatchEvent("keydown", { key: "Enter", keyCode: 229 });
  await expect(replyBox(page)).toHaveValue("にほん");
  await expect.poll(async () => (await conversation(owner, id)).lastSeq).toBe(1);
});

test("each conversation has its own draft, which survives a reload and is deleted at logout", {
  tag: "@journey",
}, async ({ page }) => {
  const { owner, site, id } = await openConversation(page);
  const other = await start(await openWidget(site), "Hello too", { name: "Ben" });
  await replyBox(page).fill("To the first");
  await listRows(page).filter({ hasText: "Ben" }).click();
  await expect(page).toHaveURL(inside(`/inbox/${other.conversationId}`));
  await expect(replyBox(page)).toHaveValue("");
  await replyBox(page).fill("To the second");
  await page.goBack();
  await expect(replyBox(page)).toHaveValue("To the first");
  await page.reload();
  await expect(replyBox(page)).toHaveValue("To the first");
  await page.goto("/settings/account");
  await page.getByRole("button", { name: "Log out" }).click();
  await expect(page).toHaveURL("/login");
  expect(
    await page.evaluate((userId) => Object.keys(localStorage).filter((key) => key.includes(userId)), owner.user.id),
  ).toEqual([]);
  expect(id).not.toBe(other.conversationId);
});

test("the character count appears near the limit, and nothing longer is sent", async ({ page }) => {
  const { owner, id } = await openConversation(page);
  await replyBox(page).fill("😀".repeat(3990));
  await expect(page.getByText("10 characters left")).toBeVisible();
  await replyBox(page).fill("😀".repeat(4001));
  await expect(page.getByText("1 character too many")).toBeVisible();
  await replyBox(page).press("Enter");
  await expect(replyBox(page)).not.toHaveValue("");
  await replyBox(page).fill("😀".repeat(4000));
  await replyBox(page).press("Enter");
  await expect(messages(page).getByTitle("Sent", { exact: true })).toBeVisible();
  await expect.poll(async () => (await allMessages(owner, id)).at(-1)?.body).toBe("😀".repeat(4000));
});

test("a closed conversation says so, and a reply reopens it", async ({ page }) => {
  const { owner, id } = await openConversation(page);
  await patchConversation(owner, id, { status: "closed" });
  await expect(page.getByText("Reply to reopen")).toBeVisible();
  await send(page, "One more thing");
  await expect(page.getByRole("button", { name: "Close", exact: true })).toBeVisible();
  await expect(page.getByText("Reply to reopen")).toBeHidden();
  await expect.poll(async () => (await conversation(owner, id)).status).toBe("open");
});

test("the visitor sees that someone is typing, with at most one request every three seconds", async ({ page }) => {
  await openConversation(page);
  const sent: string[] = [];
  page.on("request", (request) => request.url().endsWith("/typing") && sent.push(request.method()));
  const first = page.waitForResponse("**/typing");
  await replyBox(page).pressSequentially("I am");
  expect((await first).status()).toBe(204);
  expect(sent).toEqual(["POST"]);
});

test.describe("when it isn't sent", () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test("a reply written offline survives a reload, and is sent once when the network is back", {
    tag: "@journey",
  }, async ({ page, context }) => {
    const { owner, id } = await openConversation(page);
    await expect(messages(page)).toContainText("Hello");
    await context.setOffline(true);
    await send(page, "Written offline");
    await send(page, "And this");
    await expect(messages(page).getByText("Not sent yet. You’re offline. We’ll send it when you’re back.")).toHaveCount(
      1,
    );
    await expect(messages(page).getByRole("listitem").last()).toContainText("And this");
    await expect(messages(page).getByRole("listitem").last()).toContainText("You’re offline");
    await expect(messages(page).getByRole("button", { name: "Edit" })).toHaveCount(2);
    await expect(messages(page).getByRole("button", { name: "Try again" })).toBeHidden();
    await expectAccessible(page);
    await context.route("**/messages", (route) =>
      route.request().method() === "POST" ? route.abort() : route.continue(),
    );
    await context.setOffline(false);
    await page.reload();
    await expect(messages(page)).toContainText("Written offline");
    await expect(messages(page)).toContainText("Not sent yet. Site Inbox can’t be reached.");
    await context.unroute("**/messages");
    await expect(messages(page).getByTitle("Sent", { exact: true })).toBeVisible();
    await expect.poll(() => bodies(owner, id)).toEqual(["Hello", "Written offline", "And this"]);
  });

  test("a reply that the service failed on is kept and marked in the list too, and can be resent", async ({ page }) => {
    const { owner, id } = await openConversation(page);
    await page.route("**/messages", (route) =>
      route.request().method() === "POST" ? route.fulfill({ status: 500 }) : route.continue(),
    );
    await send(page, "First");
    await expect(messages(page)).toContainText("Not sent. Something went wrong on our side.");
    await expect(listRows(page)).toContainText("Reply not sent");
    await expectAccessible(page);
    await page.unroute("**/messages");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(messages(page).getByTitle("Sent", { exact: true })).toBeVisible();
    await expect(listRows(page)).not.toContainText("Reply not sent");
    await send(page, "Second");
    await expect.poll(() => bodies(owner, id)).toEqual(["Hello", "First", "Second"]);
  });

  test("both actions below a failed reply fit on one line at any width", async ({ page }) => {
    await openConversation(page);
    await page.route("**/messages", (route) =>
      route.request().method() === "POST" ? route.fulfill({ status: 500 }) : route.continue(),
    );
    await send(page, "First");
    const actions = ["Try again", "Edit"].map((name) => page.getByRole("button", { name }));
    await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
    for (let width = 1280; width >= 320; width -= 12) {
      await page.setViewportSize({ width, height: 700 });
      const [one, other] = await Promise.all(actions.map(async (action) => (await action.boundingBox())?.y));
      expect(one, `at ${width} px`).toBe(other);
    }
  });

  test("a reply whose response was lost is resent with the same key, and stored once", { tag: "@journey" }, async ({
    page,
  }) => {
    const { owner, id } = await openConversation(page);
    const keys: (string | undefined)[] = [];
    const lose = async (route: Route) => {
      if (route.request().method() !== "POST") return route.continue();
      keys.push(route.request().headers()["idempotency-key"]);
      if (keys.length > 1) return route.continue();
      await route.fetch();
      return route.abort();
    };
    await page.route("**/messages", lose);
    await send(page, "Once and no more");
    await expect.poll(() => keys.length).toBe(2);
    expect(new Set(keys).size).toBe(1);
    await expect(messages(page).getByText("Once and no more")).toHaveCount(1);
    await expect(messages(page).getByTitle("Sent", { exact: true })).toBeVisible();
    expect(await bodies(owner, id)).toEqual(["Hello", "Once and no more"]);
  });

  test("the reply form links to the visitor's other open conversation, and keeps the text", async ({ page }) => {
    const { owner, visitor, id } = await openConversation(page);
    await patchConversation(owner, id, { status: "closed" });
    const other = await start(visitor, "A new matter");
    await send(page, "About the old one");
    await expect(messages(page)).toContainText("Not sent. This visitor already has another open conversation");
    await page.getByRole("button", { name: "Edit" }).click();
    await expect(replyBox(page)).toHaveValue("About the old one");
    await replyBox(page).press("Enter");
    await page.getByRole("link", { name: "Open that conversation" }).click();
    await expect(page).toHaveURL(inside(`/inbox/${other.conversationId}`));
    await expect(listRows(page).filter({ hasText: "Reply not sent" })).toHaveCount(0);
    await patchConversation(owner, other.conversationId, { status: "closed" });
    await page.goto(`/inbox/${id}`);
    await expect(messages(page).getByTitle("Sent", { exact: true })).toBeVisible();
    expect(await bodies(owner, id)).toEqual(["Hello", "About the old one"]);
  });

  test("the text being written is shown when its conversation is deleted elsewhere", async ({ page }) => {
    const { owner, id } = await openConversation(page);
    await replyBox(page).fill("Half a sentence");
    await deleteConversation(owner, id);
    await expect(page.getByText("This conversation was deleted.")).toBeVisible();
    await expect(page.getByText("Half a sentence")).toBeVisible();
    await expectAccessible(page);
  });
});

test("deleting a conversation needs a confirmation, and returns to the list", async ({ page }) => {
  const { owner, id } = await openConversation(page);
  const ask = async () => {
    await page.locator("article header summary").click();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
  };
  await ask();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.locator("article header summary")).toBeFocused();
  await expect.poll(async () => (await conversation(owner, id)).id).toBe(id);
  await ask();
  await page.getByRole("button", { name: "Delete conversation" }).click();
  await expect(page).toHaveURL(inside("/inbox"));
  await expect(listRows(page)).toHaveCount(0);
});
