import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { askNothing } from "../support/api-client.ts";
import { openOverNetwork } from "../support/cut-network.ts";
import { enterDashboard, gotoLive, listRows } from "../support/dashboard-page.ts";
import {
  allMessages,
  newConversation,
  newOwnerWithSite,
  openWidget,
  sendMessage,
  start,
} from "../support/factories.ts";
import { addNote } from "../support/notes.ts";
import { expect, test } from "../support/page-test.ts";

const messages = (page: Page) => page.getByRole("region", { name: "Messages" });
const replyBox = (page: Page) => page.getByRole("article").getByRole("textbox");

const storedConversations = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((name) => name.includes(":conversation:")).length);

/** Returns which of the texts this browser has stored for the page's origin. */
const findStored = (page: Page, texts: string[]) =>
  page.evaluate(async (wanted) => {
    const stored = [
      JSON.stringify({ ...localStorage, ...sessionStorage }),
      JSON.stringify(await indexedDB.databases()),
    ];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        stored.push(request.url, (await (await cache.match(request))?.text()) ?? "");
    }
    return wanted.filter((text) => stored.some((one) => one.includes(text)));
  }, texts);

test.use({
  expectedErrors: [
    /ERR_(FAILED|INTERNET_DISCONNECTED|EMPTY_RESPONSE|CONNECTION_REFUSED|CONNECTION_RESET|INCOMPLETE_CHUNKED_ENCODING)/,
  ],
});

test("without a connection, the inbox opens with what was read last, sends replies once it's back, and leaves nothing after logout", async ({
  page,
}) => {
  const { owner, site } = await newOwnerWithSite();
  const visitor = await openWidget(site);
  const { conversationId: ana } = await start(visitor, "I am Ana", { name: "Ana" });
  await start(await openWidget(site), "I am Ben", { name: "Ben" });
  await start(await openWidget(site), "I am Cleo", { name: "Cleo" });
  await addNote(owner, ana, "Ana is a friend");
  await enterDashboard(page, owner);
  const network = await openOverNetwork(page, `/inbox/${ana}`);
  await expect(messages(page)).toContainText("Ana is a friend");
  await expect.poll(() => storedConversations(page)).toBe(1);
  await listRows(page).filter({ hasText: "Ben" }).click();
  await expect.poll(() => storedConversations(page)).toBe(2);
  await expect.poll(() => page.evaluate(async () => (await caches.match("/offline"))?.status)).toBe(200);
  await page.evaluate(() => navigator.serviceWorker.ready);

  const personal = ["I am Ana", "Ana is a friend", "I am Ben", "I am Cleo", ana, owner.user.id];
  expect(await findStored(page, personal)).toEqual(personal);

  await test.step("a conversation that was read opens in the dashboard that's open", async () => {
    await network.cut();
    await expect(page.getByText(/You’ve been offline since \d/).first()).toBeVisible();
    await listRows(page).filter({ hasText: "Ana" }).click();
    await expect(messages(page).last()).toContainText(/I am Ana.*Ana is a friend/s);
    await expect(page.getByText(/You’re offline. This is what was here at \d/)).toBeVisible();
    await listRows(page).filter({ hasText: "Cleo" }).click();
    await expect(page.getByText("This conversation opens when you’re back online.")).toBeVisible();
  });

  await test.step("the inbox opens", async () => {
    await page.goto(`${network.origin}/inbox`);
    await expect(listRows(page)).toHaveText([/Cleo/, /Ben/, /Ana/]);
    await expect(page.getByText(/You’re offline. This is what was here at \d/)).toBeVisible();
    await expectAccessible(page);
    await listRows(page).filter({ hasText: "Ben" }).press("Enter");
    await expect(messages(page)).toContainText("I am Ben");
  });

  await test.step("replies are kept, in order, and so is what's typed", async () => {
    await page.goto(`${network.origin}/inbox/${ana}`);
    await expect(messages(page)).toContainText(/I am Ana.*Ana is a friend/s);
    await expectAccessible(page);
    for (const text of ["First", "Second"]) {
      await replyBox(page).fill(text);
      await replyBox(page).press("Enter");
    }
    await page.reload();
    await expect(messages(page)).toContainText(/First.*Second/);
    await replyBox(page).fill("Not yet");
    await sendMessage(visitor, ana, "Written meanwhile");
  });

  await test.step("back online, they're sent once, and the real page opens when nothing is being typed", async () => {
    await network.mend();
    await expect(messages(page)).toContainText("Written meanwhile");
    await expect
      .poll(async () => (await allMessages(owner, ana)).map(({ body }) => body))
      .toEqual(["I am Ana", "Written meanwhile", "First", "Second"]);
    await expect(replyBox(page)).toHaveValue("Not yet");
    const opened = page.waitForEvent("load");
    await replyBox(page).blur();
    await opened;
    await expect(page.getByText(/This is what was here/)).toBeHidden();
    await expect(replyBox(page)).toHaveValue("Not yet");
    await expect(messages(page)).toContainText("Second");
  });

  await test.step("logging out leaves nothing", async () => {
    await page.goto(`${network.origin}/settings/account`);
    await page.getByRole("button", { name: "Log out" }).click();
    await expect(page).toHaveURL(/\/login$/);
    expect(await findStored(page, personal)).toEqual([]);
    await network.cut();
    await page.goto(`${network.origin}/inbox`);
    await expect(page.getByRole("heading", { name: "You’re offline" })).toBeVisible();
    await expectAccessible(page);
  });
  await network.close();
});

test.describe("if the session was revoked elsewhere", () => {
  test.use({ expectedErrors: [/status of 401/] });

  test("the dashboard removes what it stored for reading offline", { tag: "@journey" }, async ({ page }) => {
    const { owner, id } = await newConversation();
    await enterDashboard(page, owner);
    await gotoLive(page, `/inbox/${id}`);
    await expect.poll(() => findStored(page, [id, owner.user.id])).toEqual([id, owner.user.id]);
    await askNothing("POST", "/auth/logout", { token: owner.token });
    await expect(page).toHaveURL(/\/login\?next=/);
    expect(await findStored(page, [id, owner.user.id])).toEqual([]);
  });
});
