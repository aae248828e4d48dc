import { enterDashboard, gotoLive, listRows } from "../support/dashboard-page.ts";
import { expect, test } from "../support/page-test.ts";
import { newConversation, newOwnerWithSite, openWidget, start } from "../support/people.ts";

test("keeps what is written, and stays, while the page's scripts are still on their way", async ({ page }) => {
  const { owner, id } = await newConversation();
  await enterDashboard(page, owner);
  const scripts = Promise.withResolvers<void>();
  await page.route("**/_next/static/**/*.js", async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto(`/inbox/${id}?status=all`, { waitUntil: "commit" });
  const box = page.getByRole("textbox", { name: /^Reply to/ });
  await box.fill("Typed before the scripts came");
  await page.getByRole("button", { name: "Send" }).click({ force: true });
  scripts.resolve();
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).some((key) => key.includes("draft:"))))
    .toBe(true);
  await expect(box).toHaveValue("Typed before the scripts came");
  expect(new URL(page.url()).search).toBe("?status=all");
});

test.describe("without a connection", () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|Failed to fetch/] });

  test("a row that is clicked opens once the connection is back, and nothing is lost meanwhile", async ({
    page,
    context,
  }) => {
    const { owner, site } = await newOwnerWithSite();
    for (const name of ["Ana", "Ben"]) await start(await openWidget(site), `I am ${name}`, { name });
    await enterDashboard(page, owner);
    await gotoLive(page, "/inbox");
    await context.setOffline(true);
    await listRows(page).filter({ hasText: "Ana" }).click();
    await expect(listRows(page)).toHaveCount(2);
    expect(new URL(page.url()).pathname).toBe("/inbox");
    await context.setOffline(false);
    await expect(page.getByRole("region", { name: "Messages" })).toContainText("I am Ana");
  });
});
