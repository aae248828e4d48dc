import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect } from "@playwright/test";
import { readSettings } from "#platform/env.ts";
import { s3Client } from "#platform/storage/s3-client.ts";
import { type BackupTarget, bucketTarget, folderTarget } from "../../../server/backup/backup-target.ts";
import { isDue, readBackupsSoFar } from "../../../server/backup/due-backup.ts";
import { runBackup } from "../../../server/backup/run-backup.ts";
import { takeRunLock } from "../../../server/backup/run-lock.ts";
import { startBackups } from "../../../server/backup/schedule-backups.ts";
import { readBackupMetrics } from "../../../server/metrics/database-metrics.ts";
import { runCommand } from "../../support/command.ts";
import { test } from "../../support/data-folder-test.ts";
import { query, type ScratchDatabase, scratchDatabase } from "../../support/database.ts";
import { testEnvironment } from "../../support/environment.ts";
import { fill } from "../../support/filled-database.ts";
import { openOwnDatabase } from "../../support/own-database.ts";
import { startS3 } from "../../support/s3-server.ts";

const HOST = "inbox.example.com";
const { signal } = new AbortController();

type World = { url: string; folder: string; target: BackupTarget };

async function openWorld(dataDir: string, database: ScratchDatabase): Promise<World> {
  await fill(database);
  const folder = join(dataDir, "backups");
  await mkdir(folder);
  return { url: database.url, folder, target: folderTarget(folder) };
}

const runAt = ({ url, folder, target }: World, settings: Record<string, string> = {}, isScheduled = false) => {
  const read = { ...readSettings({ DATA_DIR: join(folder, ".."), ...settings }), BASE_URL: `https://${HOST}` };
  return runBackup({ settings: read, url, target, check: "restore", isScheduled, signal });
};

const records = ({ url }: World) =>
  query(url, "SELECT name, rows::int AS rows, checked, failure FROM backups ORDER BY started_at, id");

const checkDatabases = async ({ url }: World) => {
  const [row] = await query<{ oid: number }>(
    url,
    "SELECT oid::int AS oid FROM pg_database WHERE datname = current_database()",
  );
  const start = `site_inbox_check_${row?.oid}_`;
  return { start, found: await query(url, "SELECT datname FROM pg_database WHERE starts_with(datname, $1)", [start]) };
};

test("a backup is restored for a check, recorded, and takes the place of old ones", async ({ dataDir }) => {
  await using database = await scratchDatabase();
  const world = await openWorld(dataDir, database);
  const old = ["2026-01-01T03-15-00Z", "2026-01-02T03-15-00Z"].map((at) => `site-inbox-${HOST}-${at}.backup`);
  const others = [
    "site-inbox-staging.example.com-2026-01-01T03-15-00Z.backup",
    "site-inbox-staging.example.com-2026-01-01T03-15-00Z.backup.json",
    `site-inbox-${HOST}-2126-01-01T03-15-00Z.backup`,
    "notes.txt",
  ];
  for (const name of [...old.flatMap((one) => [one, `${one}.json`]), ...others])
    await writeFile(join(world.folder, name), "{}");
  // A killed process left it.
  const { start } = await checkDatabases(world);
  await query(world.url, `CREATE DATABASE ${start}0000`);

  const made = await runAt(world, { BACKUP_KEEP: "2,0,0" });
  expect(made).toMatchObject({ checked: { how: "restore" }, removed: [old[0]] });
  expect(made.warnings).toEqual([expect.stringContaining("is of a later time")]);
  expect(new Set(await readdir(world.folder))).toEqual(
    new Set([old[1], `${old[1]}.json`, made.name, `${made.name}.json`, ...others]),
  );
  expect(made.name).toMatch(new RegExp(`^site-inbox-${HOST}-20\\d\\d-`));
  expect(await records(world)).toEqual([
    { name: made.name, rows: made.written.rows, checked: "restore", failure: null },
  ]);
  expect((await checkDatabases(world)).found).toEqual([]);
});

test("what isn't stored as it was written is no good, and nothing is removed for it", async ({ dataDir }) => {
  await using database = await scratchDatabase();
  const world = await openWorld(dataDir, database);
  const old = `site-inbox-${HOST}-2026-01-01T03-15-00Z.backup`;
  await using s3 = await startS3();
  s3.isDamaging = true;
  const target = bucketTarget({ client: s3Client(s3.settings), bucket: "inbox", prefix: "" });
  for (const name of [old, `${old}.json`]) await target.write(name, Readable.from([Buffer.from("{}")]));
  await expect(runAt({ ...world, target }, { BACKUP_KEEP: "1,0,0" })).rejects.toThrow("the file is damaged");
  const [failed] = await records(world);
  expect(failed).toMatchObject({ checked: null, failure: expect.stringContaining("the file is damaged") });
  expect(new Set(s3.objects.keys())).toEqual(new Set([old, `${old}.json`, failed?.name]));
  expect((await checkDatabases(world)).found).toEqual([]);
});

test("a role that may not create databases has its backup read", async ({ dataDir }) => {
  await using database = await scratchDatabase();
  const world = await openWorld(dataDir, database);
  const role = `reader_${new URL(world.url).pathname.slice(1)}`;
  await query(
    world.url,
    `CREATE ROLE ${role} LOGIN PASSWORD 'x'; GRANT pg_read_all_data, pg_write_all_data TO ${role}`,
  );
  try {
    const url = new URL(world.url);
    url.username = role;
    url.password = "x";
    const made = await runAt({ ...world, url: url.href });
    expect(made.checked).toEqual({ how: "read", why: expect.stringContaining("permission denied") });
  } finally {
    await query(world.url, `DROP OWNED BY ${role}; DROP ROLE ${role}`);
  }
});

test("a schedule refuses a target without the last backup, and a run by hand doesn't", async ({ dataDir }) => {
  await using database = await scratchDatabase();
  const world = await openWorld(dataDir, database);
  const made = await runAt(world);
  for (const name of [made.name, `${made.name}.json`]) await rm(join(world.folder, name));
  await query(world.url, "UPDATE backups SET ended_at = ended_at - interval '1 day'");
  await expect(runAt(world, {}, true)).rejects.toThrow(`the last backup (${made.name}) isn't in ${world.folder}`);
  expect(await readdir(world.folder)).toEqual([]);
  expect((await runAt(world)).name).toMatch(/\.backup$/);
});

test("a backup of a clock that was ahead keeps none from being made", async ({ dataDir }) => {
  await using database = await scratchDatabase();
  const world = await openWorld(dataDir, database);
  await runAt(world);
  await query(world.url, "UPDATE backups SET started_at = 'tomorrow', ended_at = 'tomorrow'");
  expect((await runAt(world, {}, true)).checked).toEqual({ how: "restore" });
});

test("one backup runs at a time, and none is due meanwhile", async ({ dataDir }) => {
  await using database = await openOwnDatabase();
  const world = await openWorld(dataDir, database);
  {
    await using _ = await takeRunLock(world.url);
    expect(await readBackupsSoFar()).toMatchObject({ isRunning: true });
    await expect(runAt(world)).rejects.toThrow("another backup of this database is running");
  }
  expect(await readBackupsSoFar()).toMatchObject({ isRunning: false, failures: 0, goodAt: null });
  await runAt(world);
  expect(await readBackupsSoFar()).toMatchObject({ failures: 0, goodAt: expect.any(Date) });
});

test("the service makes one backup for a day, in a process of its own", async ({ dataDir }) => {
  test.setTimeout(60_000);
  const folder = join(dataDir, "backups");
  await mkdir(folder);
  const given = { BACKUP_TO: folder, DATA_DIR: dataDir, BASE_URL: `https://${HOST}`, BACKUP_CHECK: "restore" };
  Object.assign(process.env, given);
  try {
    await using database = await openOwnDatabase(given);
    await fill(database);
    const stopping = new AbortController();
    const running = startBackups(stopping.signal, 100);
    const ended = () => query(database.url, "SELECT checked, failure FROM backups WHERE ended_at IS NOT NULL");
    await expect.poll(ended, { timeout: 30_000 }).toEqual([{ checked: "restore", failure: null }]);
    expect(isDue(await readBackupsSoFar(), "03:15")).toBe(false);
    stopping.abort();
    await running;
    expect(await ended()).toHaveLength(1);
    expect(await readdir(folder)).toHaveLength(2);
    // One of a clock that was ahead says nothing of how old the last good one is.
    await query(database.url, "UPDATE backups SET started_at = 'tomorrow', ended_at = 'tomorrow'");
    await query(database.url, "UPDATE _prisma_migrations SET finished_at = now() - interval '3 days'");
    const [, age] = /^site_inbox_backup_age_seconds (.*)$/m.exec(await readBackupMetrics()) ?? [];
    expect(Number(age)).toBeGreaterThan(2 * 86_400);
  } finally {
    for (const name of Object.keys(given)) delete process.env[name];
  }
});

test("npm run backup sends a backup to a bucket, and npm run restore finds it there", async ({ dataDir }) => {
  test.setTimeout(60_000);
  await using s3 = await startS3();
  await using from = await scratchDatabase();
  await using to = await scratchDatabase("empty");
  await fill(from);
  const settings = {
    AUTH_SECRET: testEnvironment.authSecret,
    DATA_DIR: dataDir,
    BASE_URL: `https://${HOST}`,
    BACKUP_TO: "s3://inbox/nightly",
    BACKUP_S3_ENDPOINT: s3.settings.endpoint,
    BACKUP_S3_REGION: s3.settings.region,
    BACKUP_S3_KEY_ID: s3.settings.keyId,
    BACKUP_S3_SECRET: s3.settings.secret,
  };
  const run = (command: string, args: string[], database: ScratchDatabase) =>
    runCommand(process.execPath, [`server/${command}.ts`, ...args], {
      signal: AbortSignal.timeout(30_000),
      env: { ...settings, DATABASE_URL: database.url },
    });
  const made = await run("backup", [], from);
  expect(made.code, made.output).toBe(0);
  expect(made.output).toMatch(
    /Wrote [\d,]+ rows of \d+ tables in \d+ s: site-inbox-.*\.backup in s3:\/\/inbox\/nightly\/\n/,
  );
  expect(made.output).toContain("It was read for a check, but not restored (BACKUP_CHECK=read).");
  const silent = await run("backup", ["-s"], from);
  expect(silent).toEqual({ code: 0, output: "" });
  const names: string[] = [];
  for await (const { key } of s3Client(s3.settings).list("nightly/")) names.push(key);
  expect(names).toHaveLength(2);
  const listed = await run("restore", ["list"], to);
  expect(listed.output.trim().split("\n")).toHaveLength(1);
  const restored = await run("restore", ["latest"], to);
  expect(restored.code, restored.output).toBe(0);
  const count = (database: ScratchDatabase) => query(database.url, "SELECT count(*) FROM messages");
  expect(await count(to)).toEqual(await count(from));
  const unknown = await run("restore", ["yesterday"], to);
  expect(unknown.output).toContain("there is no such file, and no such backup in s3://inbox/nightly/");
});
