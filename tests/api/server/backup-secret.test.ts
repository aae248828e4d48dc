import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { runCommand } from "../../support/command.ts";
import { test } from "../../support/data-folder-test.ts";
import { scratchDatabase } from "../../support/database.ts";
import { testEnvironment } from "../../support/environment.ts";
import { signUp } from "../../support/sign-up.ts";
import { startProcess } from "../../support/start-process.ts";

const PASSPHRASE = "correct horse battery staple";

const run = (command: "backup" | "restore", args: string[], settings: Record<string, string>) =>
  runCommand(process.execPath, [...testEnvironment.recording, `server/${command}.ts`, ...args], {
    signal: AbortSignal.timeout(60_000),
    env: { DATABASE_URL: "", AUTH_SECRET: "", DATA_DIR: "", BACKUP_PASSPHRASE: "", ...settings },
  });

test("a backup and its passphrase are enough: the secret comes back, whatever is there", async ({ dataDir }) => {
  test.slow();
  await using source = await scratchDatabase();
  await using _service = await startProcess("source", { DATABASE_URL: source.url });
  await signUp(_service.baseUrl);
  const AUTH_SECRET = testEnvironment.authSecret;
  const file = join(dataDir, "with.backup");
  const made = await run("backup", [file], {
    DATABASE_URL: source.url,
    DATA_DIR: join(dataDir, "source"),
    AUTH_SECRET,
    BACKUP_PASSPHRASE: PASSPHRASE,
  });
  expect(made.code, made.output).toBe(0);
  expect(made.output).toContain("It contains the secret, sealed with BACKUP_PASSPHRASE");

  await using target = await scratchDatabase("empty");
  const place = { DATABASE_URL: target.url, DATA_DIR: join(dataDir, "target") };
  const wrong = await run("restore", [file], { ...place, BACKUP_PASSPHRASE: "another passphrase entirely" });
  expect(wrong).toMatchObject({ code: 1, output: expect.stringContaining("isn't the one that the secret") });
  const without = await run("restore", [file], { ...place, AUTH_SECRET: "x".repeat(40) });
  expect(without.output).toContain("set BACKUP_PASSPHRASE and run this again with --secret");

  await mkdir(place.DATA_DIR, { recursive: true });
  const path = join(place.DATA_DIR, "secret");
  await writeFile(path, "a secret of a first start, long enough\n");
  const back = await run("restore", ["--secret", file], { ...place, BACKUP_PASSPHRASE: PASSPHRASE });
  expect(back.code, back.output).toBe(0);
  expect((await readFile(path, "utf8")).trim()).toBe(AUTH_SECRET);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await readFile(`${path}.before-restore`, "utf8")).toContain("a first start");

  const other = { ...place, AUTH_SECRET: "y".repeat(40), BACKUP_PASSPHRASE: PASSPHRASE };
  const beside = await run("restore", ["--secret", file], other);
  expect(beside.output).toContain(`set AUTH_SECRET to what's in ${path}.restored`);
  expect((await readFile(`${path}.restored`, "utf8")).trim()).toBe(AUTH_SECRET);
});
