import { defineConfig, devices } from "@playwright/test";
import { NEXT_ALONE_FILES, ONLY_OUR_SERVER } from "./tests/next-alone.ts";
import { BROWSER_ARGUMENTS } from "./tests/support/browser.ts";
import { testEnvironment } from "./tests/support/environment.ts";

const { browserPath, isNextAlone } = testEnvironment;

// Started by tests/run.ts, which sets up what the tests need.
export default defineConfig({
  testDir: "tests",
  outputDir: "test-results/playwright",
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // One more than the smallest machine has cores: tests wait as well as work.
  workers: 3,
  retries: 0,
  // A slow or busy machine is no fault; where things are right nobody waits that long.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: "./tests/support/reporter.ts",
  use: {
    ...devices["Desktop Chrome"],
    baseURL: process.env.TEST_BASE_URL ?? "http://localhost:3000",
    launchOptions: { args: BROWSER_ARGUMENTS, ...(browserPath && { executablePath: browserPath }) },
  },
  projects: isNextAlone
    ? [{ name: "next-alone", testMatch: NEXT_ALONE_FILES, grepInvert: ONLY_OUR_SERVER }]
    : [
        { name: "unit", testMatch: "unit/**/*.test.ts" },
        { name: "api", testMatch: "api/**/*.test.ts" },
        { name: "e2e", testMatch: "e2e/**/*.test.ts" },
        // Takes long, so it runs by npm run soak alone.
        { name: "soak", testMatch: "soak/**/*.test.ts" },
      ],
});
