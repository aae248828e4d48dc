import { BROWSER_ARGUMENTS } from "../support/browser.ts";
import { inside, listRows } from "../support/dashboard-page.ts";
import { testEnvironment } from "../support/environment.ts";
import { newConversation, PASSWORD } from "../support/factories.ts";
import { expect, test } from "../support/page-test.ts";

const HOST = "inbox.example";
const executablePath = testEnvironment.browserPath;

// Of plain http, browsers trust localhost alone. At any other address, pages have no service worker, clipboard or locks.
test.use({
  expectedErrors: [/^The Cross-Origin-Opener-Policy header has been ignored/],
  launchOptions: {
    args: [...BROWSER_ARGUMENTS, `--host-resolver-rules=MAP ${HOST} 127.0.0.1`],
    ...(executablePath && { executablePath }),
  },
});

test("over plain http on a network, an owner logs in, reads, replies and opens the settings", async ({ page }) => {
  const { owner, id } = await newConversation();
  const base = `http://${HOST}:${new URL(testEnvironment.baseUrl).port}`;
  await page.goto(`${base}/login`);
  expect(await page.evaluate(() => isSecureContext)).toBe(false);
  await page.getByLabel("Email").fill(owner.email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(inside("/inbox"));
  await listRows(page).click();
  await expect(page).toHaveURL(inside(`/inbox/${id}`));
  const box = page.getByRole("textbox", { name: /^Reply to/ });
  await box.fill("Hello from the network");
  await box.press("Enter");
  await expect(page.getByText("Sent", { exact: true })).toBeAttached();
  for (const path of [
    "/settings/account/notifications",
    "/settings/account/keys",
    "/settings/team",
    "/settings/sites",
  ]) {
    await page.goto(base + path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
});
