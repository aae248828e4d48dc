import { chromium, expect, test } from "@playwright/test";
import { BROWSER_ARGUMENTS } from "../../support/browser.ts";

const featuresOff = (commandLine: string) => /--disable-features=(\S+)/.exec(commandLine)?.[1]?.split(",") ?? [];

test("turns everything off in the browser that Playwright does, whose list ours takes the place of", async () => {
  // Node is no browser: the refusal says how it was started.
  const refusal = await chromium.launch({ executablePath: process.execPath }).catch(String);
  const playwrights = featuresOff(String(refusal));
  expect(playwrights).toContain("PaintHolding");
  expect(featuresOff(BROWSER_ARGUMENTS.join(" "))).toEqual(expect.arrayContaining(playwrights));
});
