import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { enterDashboard, newOwnerInside } from "../support/dashboard-page.ts";
import { query, scratchDatabase } from "../support/database.ts";
import { testEnvironment } from "../support/environment.ts";
import { newConversation } from "../support/factories.ts";
import { findStrayLines } from "../support/log-leaks.ts";
import { expect, test } from "../support/page-test.ts";
import { signUp } from "../support/sign-up.ts";
import { startProcess } from "../support/start-process.ts";

test.use({ expectedErrors: [/private words|Minified React error|status of 500|Server Components render/] });

test("a page that fails in the browser shows the error's name, and reports it without its message", {
  tag: "@journey",
}, async ({ page }) => {
  const { owner } = await newConversation();
  await enterDashboard(page, owner);
  await page.addInitScript(() => {
    const fail = () => {
      throw new RangeError("private words");
    };
    for (const { prototype } of [Intl.RelativeTimeFormat, Intl.NumberFormat, Intl.DateTimeFormat]) {
      Object.defineProperty(prototype, "format", { value: fail });
    }
  });
  const reported = page.waitForResponse("**/browser-errors");
  await page.goto("/inbox");
  const response = await reported;
  expect(response.status()).toBe(204);
  const report = response.request().postDataJSON();
  expect(report).toMatchObject({ name: "RangeError", area: "dashboard" });
  expect(report.frames.length).toBeGreaterThan(0);
  expect(JSON.stringify(report)).not.toContain("private");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This page couldn’t be loaded");
  await expect(page.locator("body")).toContainText("The page failed in your browser (RangeError).");
  await expect(page.locator("body")).not.toContainText("private words");
});

test("a page that fails on the server shows an error ID, which is in the service's log, and no browser reports it", async ({
  page,
}) => {
  await using database = await scratchDatabase();
  await using service = await startProcess("failing", { DATABASE_URL: database.url });
  const { token } = await signUp(service.baseUrl);
  await page.context().addCookies([{ name: "next-auth.session-token", value: token, url: service.baseUrl }]);
  await query(database.url, "ALTER TABLE sites RENAME COLUMN name TO hidden");
  const sent: string[] = [];
  page.on("request", (request) => sent.push(new URL(request.url()).pathname));
  await page.goto(`${service.baseUrl}/settings/sites`);
  await expect(page.locator("body")).toContainText("The service couldn’t create this page.");
  const text = await page.locator("body").textContent();
  const id = /error ID (\d+)/.exec(text ?? "")?.[1];
  expect(id).toBeDefined();
  expect(sent).not.toContain("/browser-errors");
  await page.goto("about:blank");
  await service.stop();
  const log = await readFile(service.log, "utf8");
  expect(findStrayLines(log)).toEqual([]);
  const lines = log.split("\n").filter((line) => line.includes(`"digest":"${id}"`));
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ level: 50, sqlState: "42703" });
});

// Text locators skip noscript elements.
const notice = (page: Page) => page.locator("noscript p");

async function expectNotice(page: Page): Promise<void> {
  await expect(notice(page)).toBeVisible();
  await expect(notice(page)).toContainText("This page needs JavaScript.");
}

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  const paths = [
    "/login",
    "/signup",
    "/forgot-password",
    "/reset-password",
    "/confirm-email",
    "/unsubscribe",
    "/send-reply",
    "/chat",
    "/rate",
    "/transcript",
  ];
  for (const path of paths) {
    test(`${path} says that it needs JavaScript`, async ({ page }) => {
      await page.goto(testEnvironment.baseUrl + path);
      await expectNotice(page);
    });
  }

  test("the dashboard says that it needs JavaScript", async ({ page }) => {
    await newOwnerInside(page);
    for (const path of ["/inbox", "/settings/account", "/settings/sites"]) {
      await page.goto(path);
      await expectNotice(page);
    }
  });
});

test("a page says nothing about JavaScript to a browser that runs it", async ({ page }) => {
  await page.goto("/login");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(notice(page)).toBeHidden();
});
