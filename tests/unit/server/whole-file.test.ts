import { spawnSync } from "node:child_process";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { expect, test } from "@playwright/test";
import { writeWholeFile } from "../../../server/backup/whole-file.ts";

test("what a killed process left of a file is removed when the file is written again, and nothing else", async () => {
  const folder = test.info().outputPath("backups");
  await mkdir(folder, { recursive: true });
  const { pid: ended } = spawnSync(process.execPath, ["--version"]);
  const kept = [`5.backup.${process.ppid}.unfinished`, `6.backup.${ended}.unfinished`, "5.backup.mine.unfinished"];
  for (const name of [...kept, `5.backup.${ended}.unfinished`]) await writeFile(join(folder, name), "");
  await writeWholeFile(join(folder, "5.backup"), (file) => finished(file.end()));
  expect(new Set(await readdir(folder))).toEqual(new Set(["5.backup", ...kept]));
});
