import { test as base, expect } from "@playwright/test";

type Fixtures = {
  /** Console errors that a test provokes itself. */
  expectedErrors: RegExp[];
  consoleErrors: string[];
};

/** Playwright's test, in which any error on a page's console fails the test. */
export const test = base.extend<Fixtures>({
  expectedErrors: [[], { option: true }],
  consoleErrors: [
    async ({ context, expectedErrors }, use) => {
      const errors: string[] = [];
      context.on("console", (message) => {
        if (message.type() === "error") errors.push(`${message.text()} (${message.location().url})`);
      });
      context.on("weberror", (error) => errors.push(`uncaught: ${error.error().message}`));
      await use(errors);
      expect(errors.filter((text) => !expectedErrors.some((expected) => expected.test(text)))).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
