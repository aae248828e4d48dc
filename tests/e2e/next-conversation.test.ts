import type { Page, Route } from "@playwright/test";
import { enterDashboard, gotoLive, inside, listRows } from "../support/dashboard-page.ts";
import {
  allMessages,
  conversation,
  newOwnerWithSite,
  newSavedReply,
  openWidget,
  patchConversation,
  start,
} from "../support/factories.ts";
import { expect, test } from "../support/page-test.ts";

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const boxOf = (page: Page, name: string) => page.getByRole("textbox", { name: `Reply to ${name}` });
const rowOf = (page: Page, name: string) => listRows(page).filter({ hasText: name });
const PAGES = /\/inbox\/[^/?]+\?.*_rsc=/;

/** An inbox of Cleo, Ben and Ana, whose pages and changes take as long as the test says. */
async function openInbox(page: Page) {
  const { owner, site } = await newOwnerWithSite();
  await newSavedReply(owner, { name: "Shipped", body: "Your order ships today." });
  const ids: Record<string, string> = {};
  for (const name of ["Ana", "Ben", "Cleo"]) {
    ids[name] = (await start(await openWidget(site), "Hello", { name })).conversationId;
  }
  const idOf = (name: string) => ids[name] ?? "";
  await enterDashboard(page, owner);
  await gotoLive(page, `/inbox/${idOf("Cleo")}`);
  const repliesTo = async (name: string) => (await allMessages(owner, idOf(name))).slice(1).map(({ body }) => body);
  const statusOf = async (name: string) => (await conversation(owner, idOf(name))).status;
  return { owner, idOf, repliesTo, statusOf };
}

/** Keeps conversations' pages back. Returns a function that lets them through. */
async function holdPages(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  const hold = (route: Route) => held.promise.then(() => route.continue());
  await page.route(PAGES, hold);
  return held.resolve;
}

/** Delays conversations' pages, and what's changed. */
async function delay(page: Page, ms: number): Promise<void> {
  const later = (route: Route) => setTimeout(() => void route.continue().catch(() => undefined), ms);
  await page.route(PAGES, later);
  await page.route(/\/conversations\/[^/]+(\/messages)?$/, later);
}

const type = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

for (const ms of [0, 400, 600]) {
  test(`saved replies that are typed without a pause settle one conversation after the other, ${ms} ms away`, async ({
    page,
  }) => {
    const { repliesTo, statusOf } = await openInbox(page);
    await boxOf(page, "Cleo").focus();
    await type(page, "/", "s");
    await expect(page.getByRole("option")).toHaveCount(1);
    await delay(page, ms);
    await type(page, "Enter", "Control+Shift+Enter");
    await type(page, "/", "s", "Enter", "Control+Shift+Enter");
    await type(page, "/", "s", "Enter", "Control+Shift+Enter");
    await expect(page.getByText("No open conversations.")).toBeVisible();
    for (const name of ["Cleo", "Ben", "Ana"]) {
      await expect.poll(() => repliesTo(name)).toEqual(["Your order ships today."]);
      await expect.poll(() => statusOf(name)).toBe("closed");
    }
  });
}

test("what's typed before the next conversation has loaded is in its box, with caret and list, and is sent only there", {
  tag: "@journey",
}, async ({ page }) => {
  const { idOf, owner, repliesTo } = await openInbox(page);
  await newSavedReply(owner, { name: "Sold out", body: "That's sold out." });
  const show = await holdPages(page);
  await boxOf(page, "Cleo").fill("Bye, Cleo");
  await type(page, "Control+Shift+Enter");
  await expect(boxOf(page, "Ben")).toBeFocused();
  await page.keyboard.type("Hi  there");
  await type(page, "ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowLeft");
  await type(page, "/", "s");
  await expect(page.getByRole("option")).toHaveCount(2);
  await type(page, "ArrowDown");
  const chosen = (await page.getByRole("option", { selected: true }).textContent()) ?? "";
  show();
  await expect(heading(page, "Ben")).toBeVisible();
  await expect(page).toHaveURL(inside(`/inbox/${idOf("Ben")}`));
  await expect(boxOf(page, "Ben")).toBeFocused();
  await expect(page.getByRole("option", { selected: true })).toHaveText(chosen);
  await type(page, "Enter");
  await expect(boxOf(page, "Ben")).toHaveValue(/^Hi (Your order ships today|That's sold out)\. there$/);
  await type(page, "Enter");
  await expect.poll(() => repliesTo("Ben")).toHaveLength(1);
  expect(await repliesTo("Cleo")).toEqual(["Bye, Cleo"]);
  expect(await repliesTo("Ana")).toEqual([]);
});

test("R and a reply right after E are for the next conversation, although the change and its page take a while", {
  tag: "@journey",
}, async ({ page }) => {
  const { repliesTo, statusOf } = await openInbox(page);
  await delay(page, 500);
  await type(page, "e", "r");
  await page.keyboard.type("Hello, jerk? e/u!");
  await type(page, "Enter", "Escape", "e", "r");
  await page.keyboard.type("To Ana");
  await type(page, "Enter");
  await expect(heading(page, "Ana")).toBeVisible();
  await expect.poll(() => repliesTo("Ben")).toEqual(["Hello, jerk? e/u!"]);
  await expect.poll(() => repliesTo("Ana")).toEqual(["To Ana"]);
  expect(await repliesTo("Cleo")).toEqual([]);
  await expect.poll(() => statusOf("Cleo")).toBe("closed");
  await expect.poll(() => statusOf("Ben")).toBe("closed");
  expect(await statusOf("Ana")).toBe("open");
});

test("J, Enter, R and a reply without a pause are for the row that J chose", async ({ page }) => {
  const { repliesTo } = await openInbox(page);
  await delay(page, 500);
  await type(page, "j", "Enter", "r");
  await page.keyboard.type("To Ben");
  await type(page, "Enter");
  await expect(heading(page, "Ben")).toBeVisible();
  await expect.poll(() => repliesTo("Ben")).toEqual(["To Ben"]);
  expect(await repliesTo("Cleo")).toEqual([]);
});

test("an input method's word isn't cut by the page that arrives", async ({ page }) => {
  const { idOf } = await openInbox(page);
  const show = await holdPages(page);
  await boxOf(page, "Cleo").fill("Bye");
  await type(page, "Control+Shift+Enter");
  await expect(boxOf(page, "Ben")).toBeFocused();
  const input = await page.context().newCDPSession(page);
  await input.send("Input.imeSetComposition", { text: "にほ", selectionStart: 2, selectionEnd: 2 });
  const arrived = page.waitForResponse(PAGES);
  show();
  await arrived;
  await input.send("Input.imeSetComposition", { text: "にほん", selectionStart: 3, selectionEnd: 3 });
  await expect(heading(page, "Ben")).toBeHidden();
  await input.send("Input.insertText", { text: "日本" });
  await expect(heading(page, "Ben")).toBeVisible();
  await expect(page).toHaveURL(inside(`/inbox/${idOf("Ben")}`));
  await expect(boxOf(page, "Ben")).toHaveValue("日本");
  await expect(boxOf(page, "Ben")).toBeFocused();
});

test("a click elsewhere takes the focus from the next conversation's box, and the page that arrives leaves it there", async ({
  page,
}) => {
  const { idOf } = await openInbox(page);
  const show = await holdPages(page);
  await boxOf(page, "Cleo").fill("Bye");
  await type(page, "Control+Shift+Enter", "H", "i");
  await expect(boxOf(page, "Ben")).toHaveValue("Hi");
  await page.mouse.click(900, 200);
  await expect(boxOf(page, "Ben")).not.toBeFocused();
  show();
  await expect(heading(page, "Ben")).toBeVisible();
  await expect(page).toHaveURL(inside(`/inbox/${idOf("Ben")}`));
  await expect(boxOf(page, "Ben")).not.toBeFocused();
  await expect(boxOf(page, "Ben")).toHaveValue("Hi");
});

test("a note's box gets the keys, if the next conversation was left at a note", async ({ page }) => {
  const { idOf, repliesTo } = await openInbox(page);
  await gotoLive(page, `/inbox/${idOf("Ben")}`);
  await type(page, "n");
  await expect(page.getByRole("textbox", { name: "Note about Ben" })).toBeFocused();
  await gotoLive(page, `/inbox/${idOf("Cleo")}`);
  await delay(page, 400);
  await boxOf(page, "Cleo").fill("Bye");
  await type(page, "Control+Shift+Enter");
  await page.keyboard.type("needs a check");
  await expect(heading(page, "Ben")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Note about Ben" })).toHaveValue("needs a check");
  await expect(page.getByRole("textbox", { name: "Note about Ben" })).toBeFocused();
  expect(await repliesTo("Ben")).toEqual([]);
});

test.describe("if the change fails", () => {
  test.use({ expectedErrors: [/status of 409|status of 503/] });

  test("E comes back and says why, and what's being written next stays", async ({ page }) => {
    const attempts = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const waiting = attempts.map(({ promise }) => promise);
    // Before the page loads: its first route may come too late for a request that follows at once.
    await page.route(/\/conversations\/[^/]+$/, async (route) => {
      if (route.request().method() !== "PATCH") return route.fallback();
      await waiting.shift();
      return route.fulfill({ status: 503, json: { code: "unavailable" } });
    });
    const { idOf } = await openInbox(page);
    const why = page.locator(`[data-conversation] [role=alert]`, { hasText: "Site Inbox isn’t available right now." });
    await type(page, "e");
    await expect(heading(page, "Ben")).toBeVisible();
    const show = await holdPages(page);
    attempts[0]?.resolve();
    await expect(page.locator(`[data-coming="${idOf("Cleo")}"]`)).toBeVisible();
    await expect(why).toBeVisible();
    show();
    await expect(heading(page, "Cleo")).toBeVisible();
    await expect(why).toBeVisible();
    await type(page, "e", "r");
    await page.keyboard.type("Half");
    attempts[1]?.resolve();
    await expect(page.getByText("The previous conversation wasn’t changed.")).toBeVisible();
    await expect(boxOf(page, "Ben")).toHaveValue("Half");
    await expect(boxOf(page, "Ben")).toBeFocused();
  });

  test("the focus comes back to the conversation's row", async ({ page }) => {
    const attempt = Promise.withResolvers<void>();
    await page.route(/\/conversations\/[^/]+$/, async (route) => {
      if (route.request().method() !== "PATCH") return route.fallback();
      await attempt.promise;
      return route.fulfill({ status: 503, json: { code: "unavailable" } });
    });
    await openInbox(page);
    await rowOf(page, "Cleo").focus();
    await type(page, "e");
    await expect(heading(page, "Ben")).toBeVisible();
    const show = await holdPages(page);
    attempt.resolve();
    await expect(rowOf(page, "Cleo")).toBeFocused();
    show();
    await expect(heading(page, "Cleo")).toBeVisible();
    await expect(rowOf(page, "Cleo")).toBeFocused();
  });
});

test("with a busy processor, nothing that's typed after Send and close goes elsewhere", async ({ page }) => {
  const { repliesTo, owner, idOf } = await openInbox(page);
  await patchConversation(owner, idOf("Ana"), { starred: true });
  const processor = await page.context().newCDPSession(page);
  await processor.send("Emulation.setCPUThrottlingRate", { rate: 6 });
  await delay(page, 400);
  await boxOf(page, "Cleo").fill("Bye");
  await type(page, "Control+Shift+Enter");
  await page.keyboard.type("/e/h jerk");
  await type(page, "Enter");
  await expect(heading(page, "Ben")).toBeVisible();
  await processor.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await expect.poll(() => repliesTo("Ben")).toEqual(["/e/h jerk"]);
  expect(await repliesTo("Ana")).toEqual([]);
  await expect(listRows(page)).toHaveCount(2);
});
