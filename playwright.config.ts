import { join } from "node:path";
import { defineConfig, devices } from "@playwright/test";
import "./tests/support/load-tsx.ts";
import { BROWSER_ARGUMENTS } from "./tests/support/browser.ts";
import { testEnvironment } from "./tests/support/environment.ts";
import { ONLY_IN_ALL } from "./tests/support/only-in-all.ts";

const { browserPath } = testEnvironment;
// From the folder of this file, as the configuration of npm run soak builds on it, and a clone may be in a folder named soak.
const from = (path: string) => join(import.meta.dirname, path);
// Tests that someone chooses by their file or title run, whichever set they're in.
const isChosen = process.argv.slice(3).some((argument) => !argument.startsWith("--") || argument.startsWith("--grep"));
// Which set runs, for the processes of the tests: they load this file with other arguments.
process.env.TEST_SET ??= isChosen ? "chosen" : "usual";
const ignored = Object.keys(ONLY_IN_ALL).map((path) => from(`tests/${path}`));
const usual = isChosen ? {} : { testIgnore: ignored, grepInvert: /@all/ };
const journeys = isChosen ? {} : { ...usual, grep: /@journey/ };

/** The tests of `npm test`. Those of `npm run test:all` are these and the rest (tests/all.config.ts). */
export default defineConfig({
  testDir: from("tests"),
  outputDir: from("test-results/playwright"),
  globalSetup: from("tests/global-setup.ts"),
  forbidOnly: Boolean(process.env.CI),
  // Tests of the API mostly wait, and those in a browser compute. Side by side, this many keep two cores busy, which the
  // smallest machine has. More take as long, and fail under the load.
  workers: 3,
  retries: 0,
  // A slow or busy machine is no fault; where things are right nobody waits that long.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [[from("tests/support/reporter.ts")], ["json", { outputFile: from("test-results/results.json") }]],
  use: {
    ...devices["Desktop Chrome"],
    baseURL: process.env.TEST_BASE_URL ?? "http://localhost:3000",
    launchOptions: { args: BROWSER_ARGUMENTS, ...(browserPath && { executablePath: browserPath }) },
  },
  projects: [
    { name: "api", testMatch: from("tests/api/**/*.test.ts"), teardown: "log", workers: 2, ...usual },
    { name: "e2e", testMatch: from("tests/e2e/**/*.test.ts"), teardown: "log", ...journeys },
    // A few tests in the browsers that Playwright doesn't drive, if they are installed.
    { name: "browsers", testMatch: from("tests/browsers/**/*.test.ts"), teardown: "log", workers: 1, ...usual },
    // Before the many short ones, so that no single check is left at the end.
    { name: "static", testMatch: "static.test.ts", fullyParallel: true },
    { name: "unit", testMatch: from("tests/unit/**/*.test.ts"), ...usual },
    // What the service has logged, and which statements it has sent, by the end of the others.
    {
      name: "log",
      testMatch: ["service-log.test.ts", "statement-rows.test.ts"],
      ...usual,
    },
  ],
});
