import { chromium, expect, test } from "@playwright/test";
import { BROWSER_ARGUMENTS } from "../../support/browser.ts";

const featuresOff = (commandLine: string) => /--disable-features=(\S+)/.exec(commandLine)?.[1]?.split(",") ?? [];

test("the browser has everything turned off that Playwright turns off, whose list ours replaces", async () => {
  // Node is no browser: the refusal says how it was started.
  const refusal = await chromium.launch({ executablePath: process.execPath }).catch(String);
  const playwrights = featuresOff(String(refusal));
  expect(playwrights).toContain("PaintHolding");
  expect(featuresOff(BROWSER_ARGUMENTS.join(" "))).toEqual(expect.arrayContaining(playwrights));
});
