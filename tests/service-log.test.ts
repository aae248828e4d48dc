import { readFile } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { SERVICE_LOG, testEnvironment } from "./support/environment.ts";
import { findLeaks, findStrayLines } from "./support/log-leaks.ts";
import { personalTexts } from "./support/personal-texts.ts";

const SHOWN = 20;

test("the service's log contains nothing personal after all other tests", async () => {
  const texts = await personalTexts(testEnvironment.databaseUrl);
  const leaks = findLeaks(await readFile(SERVICE_LOG, "utf8"), texts);
  expect(leaks.slice(0, SHOWN).map(({ line, what, text }) => `line ${line} contains ${what}: ${text}`)).toEqual([]);
});

test("the service's log contains only JSON lines after all other tests", async () => {
  expect(findStrayLines(await readFile(SERVICE_LOG, "utf8")).slice(0, SHOWN)).toEqual([]);
});
