import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { openOverNetwork } from "../support/cut-network.ts";
import { enterDashboard, gotoLive, listRows } from "../support/dashboard-page.ts";
import {
  deleteConversation,
  newOwnerWithSite,
  openWidget,
  patchConversation,
  sendMessage,
  start,
} from "../support/factories.ts";
import { expect, test } from "../support/page-test.ts";

const messages = (page: Page) => page.getByRole("region", { name: "Messages" });

test("the dashboard polls without a stream, and misses nothing", { tag: "@journey" }, async ({ page }) => {
  const { owner, site } = await newOwnerWithSite();
  const visitor = await openWidget(site);
  const { conversationId: id } = await start(visitor, "I am Ana", { name: "Ana" });
  await page.route("**/events", (route) => route.fulfill({ contentType: "text/html", body: "a proxy's own page" }));
  await enterDashboard(page, owner);
  await gotoLive(page, `/inbox/${id}`);
  await sendMessage(visitor, id, "Not announced");
  await start(await openWidget(site), "Nor of this", { name: "Ben" });
  await expect(messages(page)).toContainText("Not announced", { timeout: 15_000 });
  await expect(listRows(page)).toHaveText([/Ben/, /Ana/], { timeout: 15_000 });
  await expect(page.getByText(/^No connection/)).toBeHidden();
});

test.describe("without a connection", () => {
  test.use({
    expectedErrors: [
      /ERR_(INTERNET_DISCONNECTED|EMPTY_RESPONSE|CONNECTION_RESET|SOCKET_NOT_CONNECTED|INCOMPLETE_CHUNKED_ENCODING)|status of 404/,
    ],
  });

  test("the dashboard says so and since when, and shows what arrived once it's back", async ({ page }) => {
    const { owner, site } = await newOwnerWithSite();
    const visitor = await openWidget(site);
    const { conversationId: id } = await start(visitor, "I am Ana", { name: "Ana" });
    await enterDashboard(page, owner);
    const network = await openOverNetwork(page, `/inbox/${id}`);
    await network.cut();
    await expect(page.getByText(/You’ve been offline since \d/).first()).toBeVisible({ timeout: 15_000 });
    await expectAccessible(page);
    await sendMessage(visitor, id, "Written meanwhile");
    await start(await openWidget(site), "Me too", { name: "Ben" });
    const held = Promise.withResolvers<void>();
    await page.route("**/conversations?*", (route) => held.promise.then(() => route.continue()));
    await network.mend();
    await expect(messages(page)).toContainText("Written meanwhile");
    await expect(page.getByText("You’re connected again. Loading new messages.").first()).toBeVisible();
    await expect(page.getByText(/everything is up to date/)).toHaveCount(0);
    held.resolve();
    await expect(listRows(page)).toHaveText([/Ben/, /Ana/]);
    await expect(page.getByText("You’re connected again, and everything is up to date.").first()).toBeVisible();
    await network.close();
  });

  test("going back to a page updates what the browser had cached", async ({ page }) => {
    const { owner, site } = await newOwnerWithSite();
    const ana = await start(await openWidget(site), "I am Ana", { name: "Ana" });
    await start(await openWidget(site), "I am Ben", { name: "Ben" });
    const cleo = await start(await openWidget(site), "I am Cleo", { name: "Cleo" });
    await enterDashboard(page, owner);
    const network = await openOverNetwork(page, `/inbox/${ana.conversationId}`);
    await listRows(page).filter({ hasText: "Ben" }).click();
    await expect(messages(page)).toContainText("I am Ben");
    await page.mouse.move(900, 5);
    await network.cut();
    await expect(page.getByText(/You’ve been offline since \d/).first()).toBeVisible({ timeout: 15_000 });
    await deleteConversation(owner, ana.conversationId);
    await patchConversation(owner, cleo.conversationId, { status: "closed" });
    await network.mend();
    await expect(listRows(page)).toHaveText([/Ben/]);
    await page.goBack();
    await expect(page.getByText("This conversation was deleted.")).toBeVisible();
    await expect(listRows(page)).toHaveText([/Ben/]);
    await network.close();
  });
});
