import { execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";

const LOCK = pathToFileURL(resolve("server/launch/preparation-lock.mjs")).href;

const TWO_LAUNCHES = `
  import { setImmediate as turn } from "node:timers/promises";
  import { preparationLock } from ${JSON.stringify(LOCK)};
  const unlock = await preparationLock();
  const other = preparationLock().then((unlockOther) => {
    console.log("the second prepares");
    return unlockOther();
  });
  // Until the second has connected, and for longer.
  for (let turns = 0; turns < 100; turns += 1) await turn();
  console.log("the first is done");
  await unlock();
  await other;
`;

test("a launch waits for another that prepares the same folder, says so, and continues when that one is done", async () => {
  const cwd = test.info().outputPath();
  mkdirSync(cwd, { recursive: true });
  const arguments_ = ["--input-type=module", "--eval", TWO_LAUNCHES];
  const { stdout } = await promisify(execFile)(process.execPath, arguments_, { cwd, timeout: 20_000 });
  expect(stdout.trim().split("\n")).toEqual([
    "Waiting for another command that prepares this folder...",
    "the first is done",
    "the second prepares",
  ]);
});
