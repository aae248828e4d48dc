import { enterDashboard, gotoLive, inside, listRows } from "../support/dashboard-page.ts";
import {
  conversation,
  newConversation,
  newOwnerWithSite,
  openWidget,
  sendMessage,
  start,
} from "../support/factories.ts";
import { expect, test } from "../support/page-test.ts";

test("the key D says that no reply is needed, opens the next conversation, and Z takes it back", {
  tag: "@journey",
}, async ({ page }) => {
  const { owner, site } = await newOwnerWithSite();
  const ids: string[] = [];
  for (const name of ["Ana", "Ben"])
    ids.push((await start(await openWidget(site), "Thanks!", { name })).conversationId);
  const [ana = "", ben = ""] = ids;
  await enterDashboard(page, owner);
  await gotoLive(page, `/inbox/${ben}`);
  await expect(page.getByRole("heading", { level: 1, name: "Ben" })).toBeVisible();
  await page.keyboard.press("d");
  await expect(page.getByRole("heading", { level: 1, name: "Ana" })).toBeVisible();
  await expect(listRows(page).filter({ hasText: "Ben" })).toContainText("No reply needed");
  await expect.poll(async () => (await conversation(owner, ben)).noReplyNeeded).toBe(true);
  await page.keyboard.press("z");
  await expect(page.getByRole("heading", { level: 1, name: "Ben" })).toBeVisible();
  await expect.poll(async () => (await conversation(owner, ben)).waitingSince).toBeDefined();

  // In the menu, it can be taken back at any time.
  await page
    .locator("summary")
    .filter({ hasText: /^More$/ })
    .click();
  await page.getByRole("button", { name: "No reply needed" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Ana" })).toBeVisible();
  await gotoLive(page, `/inbox/${ben}`);
  await expect(page.getByText("You said that no reply is needed").last()).toBeVisible();
  await page
    .locator("summary")
    .filter({ hasText: /^More$/ })
    .click();
  await page.getByRole("button", { name: "Reply needed" }).click();
  // The first was Z.
  await expect(page.getByText("You said that this needs a reply")).toHaveCount(2);
  await expect(listRows(page).filter({ hasText: "Ben" })).not.toContainText("No reply needed");
  await page.keyboard.press("d");
  await expect(page).toHaveURL(inside(`/inbox/${ana}`));
});

test("another tab shows it at once, and the visitor's next message ends it there", async ({ page }) => {
  const { owner, visitor, id } = await newConversation();
  await enterDashboard(page, owner);
  await gotoLive(page, `/inbox/${id}`);
  const other = await page.context().newPage();
  await gotoLive(other, `/inbox/${id}`);
  await page.bringToFront();
  await page.keyboard.press("d");
  await expect(other.getByText("You said that no reply is needed")).toBeVisible();
  await expect(listRows(other).first()).toContainText("No reply needed");
  await sendMessage(visitor, id, "One more question");
  await expect(listRows(other).first()).not.toContainText("No reply needed");
  await other.close();
});

test.describe("refused", () => {
  test.use({ expectedErrors: [/status of 409|ERR_INTERNET_DISCONNECTED/] });

  test("offline, it changes nothing and says so, and after a message that wasn't seen, it says that too", async ({
    page,
  }) => {
    const { owner, visitor, id } = await newConversation();
    await enterDashboard(page, owner);
    await gotoLive(page, `/inbox/${id}`);
    await page.context().setOffline(true);
    await page.keyboard.press("d");
    await expect(page.getByText("You’re offline.").first()).toBeVisible();
    expect(await conversation(owner, id)).not.toHaveProperty("noReplyNeeded");
    await page.context().setOffline(false);

    await page.route(`**/conversations/${id}`, async (route) => {
      if (route.request().method() === "PATCH") await sendMessage(visitor, id, "Wait");
      await route.continue();
    });
    await page.keyboard.press("d");
    await expect(page.getByText("Not changed: the visitor has written again")).toBeVisible();
    expect(await conversation(owner, id)).toMatchObject({ waitingSince: expect.any(String) });
  });
});
