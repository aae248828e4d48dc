import { test as base, expect } from "@playwright/test";
import { refuseForeignFrameStorage } from "./foreign-frame-storage.ts";

type Fixtures = {
  /** Console errors that a test provokes itself. */
  expectedErrors: RegExp[];
  consoleErrors: string[];
};

// A context is a private window, which has no push. The page then notifies while it is open.
const NO_PUSH = /Push API in incognito mode/;
// The browser looks for a new version of the service worker, also while a test has it offline.
const NO_UPDATE = /^An unknown error occurred when fetching the script/;

/** Playwright's test, in which any error on a page's console fails the test, and foreign frames have no storage. */
export const test = base.extend<Fixtures>({
  context: async ({ context }, use) => {
    await context.addInitScript(refuseForeignFrameStorage);
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
