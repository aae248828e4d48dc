import { type Browser, chromium } from "@playwright/test";
import { BROWSER_ARGUMENTS, findBrowser } from "../../tests/support/browser.ts";

const FIND_WITHIN_MS = 600_000;

/** A Chromium, the machine's own or one that Playwright brings. */
export async function openBrowser(): Promise<Browser> {
  const path = await findBrowser(AbortSignal.timeout(FIND_WITHIN_MS));
  if (path === undefined) throw new Error("there is no browser: install Chromium or Google Chrome");
  return chromium.launch({ args: BROWSER_ARGUMENTS, ...(path && { executablePath: path }) });
}
