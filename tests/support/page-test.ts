import { test as base, expect } from "@playwright/test";
import { testEnvironment } from "./environment.ts";
import { refuseForeignFrameStorage } from "./foreign-frame-storage.ts";
import { translateAll } from "./translator.ts";

type Fixtures = {
  needsBrowser: undefined;
  /** Whether a page translator changes each text of every page. */
  isTranslated: boolean;
  /** Console errors that a test provokes itself. */
  expectedErrors: RegExp[];
  consoleErrors: string[];
};

// A context is a private window, which has no push. The page then notifies while it is open.
const NO_PUSH = /Push API in incognito mode/;
// The browser looks for a new version of the service worker, also while a test has it offline.
const NO_UPDATE = /^An unknown error occurred when fetching the script/;

/** Playwright's test, skipped without a browser, in which any error on a page's console fails the test, and foreign frames have no storage. */
export const test = base.extend<Fixtures>({
  // The first of all fixtures, so that none starts the browser.
  needsBrowser: [
    async ({ baseURL: _ }, use) => {
      test.skip(!testEnvironment.hasBrowser, "There's no browser here, and only root can install one.");
      await use(undefined);
    },
    { auto: true },
  ],
  isTranslated: [false, { option: true }],
  context: async ({ context, isTranslated }, use) => {
    await context.addInitScript(refuseForeignFrameStorage);
    if (isTranslated) await translateAll(context);
    await use(context);
  },
  expectedErrors: [[], { option: true }],
  consoleErrors: [
    async ({ context, expectedErrors }, use) => {
      const errors: string[] = [];
      context.on("console", (message) => {
        if (message.type() === "error") errors.push(`${message.text()} (${message.location().url})`);
      });
      context.on("weberror", (error) => errors.push(`uncaught: ${error.error().message}`));
      await use(errors);
      expect(
        errors.filter((text) => ![NO_PUSH, NO_UPDATE, ...expectedErrors].some((expected) => expected.test(text))),
      ).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
