import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, relative, sep } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";

test("what npm start runs loads compiled code from the folder of the packages", async () => {
  const script = test.info().outputPath("script.mjs");
  mkdirSync(dirname(script), { recursive: true });
  writeFileSync(script, 'import { getCompileCacheDir } from "node:module"; console.log(getCompileCacheDir());');
  const env = { PATH: process.env.PATH } as unknown as NodeJS.ProcessEnv;
  const { stdout } = await promisify(execFile)(process.execPath, ["server/launch.mjs", script], { env });
  expect(relative(".", stdout.trim()).split(sep).slice(0, 3)).toEqual(["node_modules", ".cache", "site-inbox"]);
});
