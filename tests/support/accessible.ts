import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, type Page, test } from "@playwright/test";
import type { RunOptions } from "axe-core";
import { testEnvironment } from "./environment.ts";

const AXE = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

type Look = {
  /** Only these of axe's rules. */
  rules?: string[];
  /** Selectors of what isn't checked. */
  without?: string[];
};

/** Returns what axe finds on the page as it is, in all of its frames. Each document gets axe once. */
export async function violationsOn(page: Page, { rules, without = [] }: Look = {}): Promise<string[]> {
  for (const frame of page.frames()) {
    const hasAxe = await frame.evaluate(() => "axe" in window);
    if (!hasAxe) await frame.evaluate(`${AXE}; axe.configure({ allowedOrigins: ["<unsafe_all_origins>"] })`);
  }
  // To put together what passes takes axe longer than the checks do.
  const options: RunOptions = { resultTypes: ["violations"], ...(rules && { runOnly: rules }) };
  const { violations } = await page.evaluate(
    ([exclude, settings]) => {
      const { axe } = window as unknown as { axe: typeof import("axe-core") };
      return axe.run({ include: "html", exclude }, settings);
    },
    [without, options] as const,
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

/**
 * Checks the page as it is with axe; of its rules only that of contrast depends on the theme. In `npm test`, axe took a fifth of
 * the journeys' time, so it runs only in tests that are tagged `@accessibility` (decision 45).
 */
export async function expectAccessible(page: Page, { without = [] }: { without?: string[] } = {}): Promise<void> {
  if (!testEnvironment.hasVariants && !test.info().tags.includes("@accessibility")) return;
  // On the way to another page it's missing for a moment.
  await expect(page).toHaveTitle(/./);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  expect(await violationsOn(page, { without }), page.url()).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  expect(await violationsOn(page, { without, rules: ["color-contrast"] }), page.url()).toEqual([]);
}
