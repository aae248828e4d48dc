import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import type { ApiDocument } from "#routes/document/openapi.ts";
import { expectAccessible } from "../support/accessible.ts";
import { operationsOf } from "../support/api-document.ts";
import { testEnvironment } from "../support/environment.ts";
import { expect, test } from "../support/page-test.ts";

const described: ApiDocument = JSON.parse(readFileSync(`${testEnvironment.buildDir}/openapi.json`, "utf8"));
const operations = operationsOf(described);

test("the reference shows every method of the API with a request and its errors, to anyone, from this service alone", {
  tag: "@journey",
}, async ({ page }) => {
  const foreign: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(testEnvironment.baseUrl)) foreign.push(request.url());
  });
  const response = await page.goto("/docs", { waitUntil: "networkidle" });
  expect(response?.headers()["content-security-policy"]).toContain("default-src 'self'");
  expect(response?.headers()["set-cookie"]).toBeUndefined();
  expect(foreign).toEqual([]);
  const articles = page.locator("article");
  await expect(articles).toHaveCount(operations.length + Object.keys(described.components.schemas).length);
  const entries = await articles.evaluateAll((all) => all.map(({ id, textContent }) => ({ id, text: textContent })));
  const shown = new Map(entries.map(({ id, text }) => [id, text]));
  for (const { method, path, operation } of operations) {
    const text = shown.get(operation.operationId) ?? "";
    expect(text).toContain(`${operation.summary}${method}${path}`);
    expect(text, operation.operationId).toContain("curl ");
    expect(text, operation.operationId).toContain("rate_limited");
  }
  for (const name of Object.keys(described.components.schemas)) expect(shown.has(`shape-${name}`)).toBe(true);
});

test("every link on the page works", async ({ page }) => {
  await page.goto("/docs");
  const lost = await page
    .getByRole("link")
    .evaluateAll((links) =>
      links
        .map((link) => link.getAttribute("href") ?? "")
        .filter((href) => href.startsWith("#") && document.getElementById(decodeURIComponent(href.slice(1))) === null),
    );
  expect(lost).toEqual([]);
  await page.getByRole("link", { name: "Send a test message" }).first().click();
  await expect(page).toHaveURL(/#postSitesBySiteIdTestMessage$/);
  await expect(page.getByRole("heading", { name: "Send a test message" })).toBeInViewport();
});

/** Removes each article and link of the contents in which every element looks like one before: axe reads what's hidden too. */
const removeAlike = (page: Page) =>
  page.evaluate(() => {
    const known = new Set<string>();
    for (const part of document.querySelectorAll<HTMLElement>("article, nav li:not(:has(li))")) {
      const looks = [...part.querySelectorAll("*")].map((one) => `${one.tagName} ${one.getAttribute("class")}`);
      if (looks.every((look) => known.has(look))) part.remove();
      for (const look of looks) known.add(look);
    }
  });

test.describe("the reference without scripts", () => {
  test.use({ expectedErrors: [/ERR_FAILED/] });

  test("axe finds nothing, wide or narrow, light or dark", async ({ page }) => {
    // React would miss what's removed.
    await page.route("**/*.js", (route) => route.abort());
    await page.goto("/docs");
    await removeAlike(page);
    expect(await page.locator("article").count()).toBeGreaterThan(3);
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await expectAccessible(page);
    }
  });
});

test("nothing overflows at any width, and the keyboard alone leads past the contents, and into them", async ({
  page,
}) => {
  await page.goto("/docs");
  for (const width of [390, 820, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "/openapi.json" })).toBeFocused();
});
