import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { atScale } from "../support/at-scale.ts";
import { enterDashboard, gotoLive, inside, listRows, replyBox } from "../support/dashboard-page.ts";
import {
  conversation,
  deleteConversation,
  inbox,
  newConversation,
  newOwnerWithSite,
  newSavedReply,
  openWidget,
  patchConversation,
  start,
} from "../support/factories.ts";
import { newLabel } from "../support/labels.ts";
import { expect, test } from "../support/page-test.ts";

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

async function openMenu(page: Page): Promise<void> {
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox")).toBeFocused();
}

/** An inbox of Cleo, Ben and Ana, in this order. */
async function openInbox(page: Page) {
  const { owner, site } = await newOwnerWithSite({ name: "Corner shop" });
  const ids: string[] = [];
  for (const name of ["Ana", "Ben", "Cleo"]) {
    ids.unshift(
      (await start(await openWidget(site), `I am ${name}`, { name, email: `${name}@x.example` })).conversationId,
    );
  }
  await enterDashboard(page, owner);
  await gotoLive(page, "/inbox");
  await expect(listRows(page)).toHaveText([/Cleo/, /Ben/, /Ana/]);
  return { owner, site, ids };
}

test("single keys move through the list, open, reply, close and mark unread", { tag: "@journey" }, async ({ page }) => {
  const { owner, ids } = await openInbox(page);
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await expect(listRows(page).nth(2)).toBeFocused();
  await page.keyboard.press("k");
  await expect(listRows(page).nth(1)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Ben" })).toBeVisible();
  await page.keyboard.press("r");
  await expect(replyBox(page)).toBeFocused();
  await expect(replyBox(page)).toHaveValue("");
  await page.keyboard.press("Escape");
  await page.keyboard.press("e");
  await expect(page.getByRole("heading", { level: 1, name: "Ana" })).toBeVisible();
  await page.keyboard.press("z");
  await expect(page.getByRole("heading", { level: 1, name: "Ben" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Close", exact: true })).toBeVisible();
  await page.keyboard.press("u");
  await expect(page).toHaveURL(inside("/inbox"));
  await expect.poll(async () => (await conversation(owner, ids[1] ?? "")).unreadCount).toBe(1);
});

test("the focus goes to the next conversation, and after the last one to the list, on a phone too", async ({
  page,
}) => {
  const { owner, ids } = await openInbox(page);
  const row = (name: string) => listRows(page).filter({ hasText: name });
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  for (const name of ["Cleo", "Ben", "Ana"]) {
    await expect(heading(page, name)).toBeVisible();
    await expect(row(name)).toBeFocused();
    await page.keyboard.press("e");
  }
  await expect(heading(page, "Inbox")).toBeFocused();
  await expect(page.getByText("No open conversations.")).toBeVisible();
  for (const id of ids) await patchConversation(owner, id, { status: "open" });
  await expect(listRows(page)).toHaveCount(3);
  // Someone whose focus is on the heading isn't busy with the list, so nothing in it is held back.
  await patchConversation(owner, ids[0] ?? "", { status: "closed" });
  await expect(listRows(page)).toHaveCount(2);
  await page.setViewportSize({ width: 390, height: 844 });
  await row("Ana").press("Enter");
  await expect(heading(page, "Ana")).toBeFocused();
  await page.keyboard.press("u");
  await expect(heading(page, "Inbox")).toBeFocused();
});

test("each press closes one more conversation from the list, however fast they follow, while the next one is loading", async ({
  page,
}) => {
  const { owner, ids } = await openInbox(page);
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(heading(page, "Cleo")).toBeVisible();
  for (const _ of ids) await page.keyboard.press("e");
  for (const id of ids) await expect.poll(async () => (await conversation(owner, id)).status).toBe("closed");
  await expect(heading(page, "Inbox")).toBeFocused();
});

test("a key doesn't close the open conversation while another row has the focus", async ({ page }) => {
  const { owner, ids } = await openInbox(page);
  await gotoLive(page, `/inbox/${ids[0]}`);
  await page.keyboard.press("j");
  await expect(listRows(page).nth(1)).toBeFocused();
  await page.keyboard.press("e");
  await page.keyboard.press("r");
  await page.keyboard.press("k");
  await expect(listRows(page).nth(0)).toBeFocused();
  await page.keyboard.press("e");
  await expect(page.getByRole("heading", { level: 1, name: "Ben" })).toBeVisible();
  await expect.poll(async () => (await conversation(owner, ids[0] ?? "")).status).toBe("closed");
  await expect.poll(async () => (await conversation(owner, ids[1] ?? "")).status).toBe("open");
});

test("shortcut keys do nothing while typing, with a modifier, or in a dialog", async ({ page }) => {
  const { ids } = await openInbox(page);
  await gotoLive(page, `/inbox/${ids[0]}`);
  const changes: string[] = [];
  page.on("request", (request) => request.method() === "PATCH" && changes.push(request.url()));
  await replyBox(page).pressSequentially("jerk/?u");
  await expect(replyBox(page)).toHaveValue("jerk/?u");
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Alt+e");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await page.keyboard.press("e");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.keyboard.press("e");
  await expect(page.getByRole("heading", { level: 1, name: "Ben" })).toBeVisible();
  expect(changes).toHaveLength(1);
});

test("the shortcuts are listed, and can be turned off for people who use speech input", async ({ page }) => {
  await openInbox(page);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toContainText("Next conversation");
  await expectAccessible(page);
  await page.getByLabel("Use single-key shortcuts").uncheck();
  await page.getByRole("button", { name: "Done" }).click();
  await page.keyboard.press("j");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(listRows(page).first()).not.toBeFocused();
  await openMenu(page);
  await page.keyboard.type("shortcuts");
  await page.getByRole("option", { name: "Keyboard shortcuts" }).click();
  await page.getByLabel("Use single-key shortcuts").check();
  await page.getByRole("button", { name: "Done" }).click();
  await page.keyboard.press("j");
  await expect(listRows(page).first()).toBeFocused();
});

test("the shortcuts dialog opens at its top on a short window, although its only control is at the end", async ({
  page,
}) => {
  await page.setViewportSize({ width: 900, height: 360 });
  await openInbox(page);
  await page.keyboard.press("?");
  await expect(page.getByRole("heading", { name: "Keyboard shortcuts" })).toBeFocused();
  await expect(page.getByRole("heading", { name: "Keyboard shortcuts" })).toBeInViewport();
});

test("the command menu finds a conversation by the visitor's name or email", { tag: "@journey" }, async ({ page }) => {
  const { ids } = await openInbox(page);
  await openMenu(page);
  await expectAccessible(page);
  await page.keyboard.type("ben@x");
  await expect(page.getByRole("option")).toHaveText([/Ben/, "Search messages for “ben@x”"]);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(inside(`/inbox/${ids[1]}`));
  await expect(page.getByRole("dialog")).toBeHidden();
});

test("the command menu keeps its choice and order while others write, and so does the list its filter", async ({
  page,
}) => {
  const { owner, site, ids } = await openInbox(page);
  await gotoLive(page, "/inbox?status=all");
  await openMenu(page);
  const options = page.getByRole("option");
  const selected = page.getByRole("option", { selected: true });
  await expect(selected).toHaveAccessibleName(/Cleo/);
  await page.keyboard.press("ArrowDown");
  await expect(selected).toHaveAccessibleName(/Ben/);
  const dora = await start(await openWidget(site), "Hello", { name: "Dora" });
  await expect(listRows(page).first()).toContainText("Dora");
  await expect(options.first()).toHaveAccessibleName(/Cleo/);
  await expect(options.filter({ hasText: "Dora" })).toHaveCount(0);
  await deleteConversation(owner, ids[0] ?? "");
  await expect(options.first()).toHaveAccessibleName(/Ben/);
  await expect(selected).toHaveAccessibleName(/Ben/);
  await page.getByRole("combobox").dispatchEvent("keydown", { key: "Enter", keyCode: 229 });
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(inside(`/inbox/${ids[1]}?status=all`));
  await openMenu(page);
  await page.keyboard.type("dora");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(inside(`/inbox/${dora.conversationId}?status=all`));
});

test("the command menu opens sites and pages, and says if nothing is found", async ({ page }) => {
  const { site } = await openInbox(page);
  await page.getByRole("button", { name: "Find a conversation or an action" }).click();
  await expect(page.getByRole("combobox")).toBeFocused();
  await page.keyboard.type("zzz");
  await expect(page.getByText("No other results.")).toBeVisible();
  await page.getByRole("combobox").fill("corner settings");
  await expect(page.getByRole("option")).toHaveText([/Corner shop/, /^Search messages/]);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(inside(`/settings/sites/${site.id}`));
  await page.keyboard.press("/");
  await expect(page.getByRole("combobox", { name: "Command menu" })).toBeFocused();
  await page.keyboard.type("account");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(inside("/settings/account"));
});

test("the command menu searches all messages, on every page, below its own results", async ({ page }) => {
  const { owner, ids } = await openInbox(page);
  await patchConversation(owner, ids[1] ?? "", { status: "closed" });
  await openMenu(page);
  await page.keyboard.type("account");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(inside("/settings/account"));
  await page.keyboard.press("/");
  await expect(page.getByRole("combobox")).toBeFocused();
  await page.keyboard.type(" I am Ben ");
  await expect(page.getByRole("option", { selected: true })).toHaveText("Search messages for “I am Ben”");
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(inside("/inbox?status=all&q=I+am+Ben"));
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByRole("searchbox")).toHaveValue("I am Ben");
  await expect(listRows(page)).toHaveText([/Ben/]);
  await openMenu(page);
  await page.keyboard.type("Cleo");
  await expect(page.getByRole("option")).toHaveText([/^Cleo/, "Search messages for “Cleo”"]);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(inside("/inbox?status=all&q=Cleo"));
  await expect(listRows(page)).toHaveText([/Cleo/]);
});

test("the command menu acts on the open conversation", async ({ page }) => {
  const { ids } = await openInbox(page);
  await gotoLive(page, `/inbox/${ids[2]}`);
  await replyBox(page).fill("Half a reply");
  await openMenu(page);
  await expect(page.getByRole("option", { selected: true })).toHaveAccessibleName("Reply");
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("option", { selected: true })).toHaveAccessibleName("Close this conversation");
  await page.keyboard.press("ArrowUp");
  await expect(page.getByRole("option", { selected: true })).toHaveAccessibleName("Reply");
  await page.keyboard.type("close this");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Ben" })).toBeVisible();
  await openMenu(page);
  await page.keyboard.type("undo");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Ana" })).toBeVisible();
  await openMenu(page);
  await page.keyboard.type("reply");
  await page.keyboard.press("Enter");
  await expect(replyBox(page)).toBeFocused();
  await expect(replyBox(page)).toHaveValue("Half a reply");
});

test("a held key closes a conversation once, and doesn't toggle", async ({ page }) => {
  const { owner, id } = await newConversation();
  await enterDashboard(page, owner);
  await gotoLive(page, `/inbox/${id}`);
  let changes = 0;
  page.on("request", (request) => {
    if (request.method() === "PATCH") changes += 1;
  });
  for (let repeat = 0; repeat < 10; repeat += 1) await page.keyboard.down("e");
  await page.keyboard.up("e");
  await expect(page).toHaveURL(inside("/inbox"));
  expect(changes).toBe(1);
});

const SHIPS = "Your order ships today.";
// What finds the one text is in nothing of the other.
const BUG = "A known bug. A fix will come.";
const LABELED_BY: [how: string, isByReply: boolean, keysOf10: number, keysOf50: number][] = [
  ["by key", false, 52, 248],
  ["by a saved reply", true, 46, 218],
];

for (const [how, isByReply, keysOf10, keysOf50] of LABELED_BY) {
  test(`conversations are replied to, closed, starred, snoozed and labeled ${how} with the keyboard alone, 50 in ${keysOf50} keys`, {
    tag: "@soak",
  }, async ({ page }) => {
    const count = atScale(10, 50);
    const keys = atScale(keysOf10, keysOf50);
    const ofEachTask = count / 10;
    const { owner, site } = await newOwnerWithSite();
    const label = await newLabel(owner, { name: "Bug" });
    await newSavedReply(owner, { name: "Shipped", body: SHIPS });
    await newSavedReply(owner, { name: "Known bug", body: BUG, actions: { labels: [label.id] } });
    for (let number = count; number > 0; number -= 1) {
      await start(await openWidget(site), "Where is my order?", { name: `Visitor ${number}.` });
    }
    await enterDashboard(page, owner);
    await gotoLive(page, "/inbox");
    await expect(listRows(page)).toHaveCount(count);

    let labelsFetched = 0;
    page.on("request", (request) => {
      if (new URL(request.url()).pathname === "/labels") labelsFetched += 1;
    });
    let pressed = 0;
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
      pressed += keys.length;
    };
    const combobox = page.getByRole("combobox", { name: "Label this conversation" });
    await press("j", "Enter");
    await expect(heading(page, "Visitor 1.")).toBeVisible();
    await press("r");
    for (let number = 1; number <= count; number += 1) {
      const box = page.getByRole("textbox", { name: `Reply to Visitor ${number}.` });
      await expect(box).toBeFocused();
      const task = { 1: "label", 2: "star", 3: "snooze" }[number % 10];
      const isBug = task === "label" && isByReply;
      if (task && !isBug) await press("Escape");
      if (task === "label" && !isBug) {
        await press("l");
        await expect(combobox).toBeFocused();
        await press("b", "Enter", "Escape", "r");
      }
      if (task === "star") await press("s", "r");
      if (task === "snooze") {
        await press("b");
        await expect(page.getByRole("dialog")).toBeVisible();
        await press("Enter");
        await expect(heading(page, `Visitor ${number + 1}.`)).toBeVisible();
        await press("r");
        continue;
      }
      await press("/", isBug ? "k" : "s", "Enter");
      await expect(box).toHaveValue(isBug ? BUG : SHIPS);
      await press("ControlOrMeta+Shift+Enter");
    }
    await expect(page.getByText("No open conversations.")).toBeVisible();
    expect(pressed).toBe(keys);
    expect(labelsFetched).toBe(0);

    const all = () => inbox(owner, "?limit=50");
    await expect
      .poll(async () => (await all()).filter(({ status }) => status === "closed").length)
      .toBe(count - ofEachTask);
    const rows = await all();
    expect(rows.filter(({ lastMessagePreview }) => [SHIPS, BUG].includes(lastMessagePreview))).toHaveLength(
      count - ofEachTask,
    );
    expect(rows.filter(({ labelIds }) => labelIds.length > 0)).toHaveLength(ofEachTask);
    expect(rows.filter(({ starred }) => starred)).toHaveLength(ofEachTask);
    expect(rows.filter(({ snoozed }) => snoozed)).toHaveLength(ofEachTask);
  });
}
