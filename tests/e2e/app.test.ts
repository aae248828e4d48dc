import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { BROWSER_ARGUMENTS, findFullBrowser } from "../support/browser.ts";
import { enterDashboard, newOwnerInside } from "../support/dashboard-page.ts";
import { testEnvironment } from "../support/environment.ts";
import { newOwner } from "../support/factories.ts";
import { expect, test } from "../support/page-test.ts";

type Icon = { src: string; sizes: string; type: string; purpose?: string };
type Manifest = { start_url: string; id: string; icons: Icon[]; shortcuts: { url: string; icons: Icon[] }[] };

test("the dashboard's pages name the app's manifest and icons, which exist in their sizes, and visitors' pages don't", {
  tag: "@journey",
}, async ({ page }) => {
  await newOwnerInside(page);
  for (const path of ["/inbox", "/login"]) {
    await page.goto(path);
    await expect(page.locator('link[rel="manifest"]')).toHaveAttribute("href", "/manifest.webmanifest");
    await expect(page.locator('link[rel="apple-touch-icon"]')).toHaveAttribute("href", "/icons/apple-180.png");
    await expect(page.locator('link[rel="icon"]').first()).toHaveAttribute("href", /^\/icon\.svg/);
  }
  for (const path of ["/docs", "/demo", "/chat"]) {
    await page.goto(path);
    await expect(page.locator('link[rel="manifest"]')).toHaveCount(0);
  }

  const response = await page.request.get("/manifest.webmanifest");
  expect(response.headers()["content-type"]).toMatch(/^application\/manifest\+json/);
  const { start_url, id, icons, shortcuts } = (await response.json()) as Manifest;
  expect([start_url, id]).toEqual(["/inbox", "/inbox"]);
  expect(icons.some(({ purpose }) => purpose === "maskable")).toBe(true);
  const pictures = [...icons, ...shortcuts.flatMap((shortcut) => shortcut.icons)];
  for (const { src, sizes } of [...pictures, { src: "/icons/apple-180.png", sizes: "180x180" }]) {
    const icon = await page.request.get(src);
    expect(icon.status(), src).toBe(200);
    // PNG, section 11.2.2: the header starts with the width and height.
    const bytes = await icon.body();
    if (src.endsWith(".png")) expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, src).toBe(sizes);
  }
  for (const { url } of shortcuts) expect((await page.request.get(url)).status(), url).toBe(200);
});

test("a full Chromium would install the dashboard", async () => {
  const executablePath = await findFullBrowser();
  test.skip(executablePath === undefined, "Only Chromium's headless shell is installed");
  // A window without a profile of its own is private, where nothing can be installed.
  const folder = await mkdtemp(join(tmpdir(), "site-inbox-app-"));
  const context = await chromium.launchPersistentContext(folder, {
    ...(executablePath && { executablePath }),
    args: BROWSER_ARGUMENTS,
    baseURL: testEnvironment.baseUrl,
  });
  try {
    const page = await context.newPage();
    await enterDashboard(page, await newOwner());
    await page.goto("/inbox");
    const session = await context.newCDPSession(page);
    await expect
      .poll(async () => (await session.send("Page.getInstallabilityErrors")).installabilityErrors)
      .toEqual([]);
    expect((await session.send("Page.getAppManifest")).errors).toEqual([]);
  } finally {
    await context.close();
    await rm(folder, { recursive: true, force: true });
  }
});
