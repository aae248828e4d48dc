import { createHash } from "node:crypto";
import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { expect } from "@playwright/test";
import { restoreBackupFile, writeBackupFile } from "../../../server/backup/backup-file.ts";
import { migrate } from "../../../server/database/migrate.ts";
import { test } from "../../support/data-folder-test.ts";
import { query, type ScratchDatabase, scratchDatabase } from "../../support/database.ts";
import { databaseShape } from "../../support/database-shape.ts";
import { fill, MESSAGES } from "../../support/filled-database.ts";
import { migrationsBefore, OLD_ROWS } from "../../support/older-database.ts";

const { signal } = new AbortController();
const TABLES = [
  "users",
  "workspaces",
  "members",
  "sites",
  "visitors",
  "conversations",
  "messages",
  "message_keys",
  "deletions",
];

/** Everything that is stored, row for row, but for the record of migrations. */
const allRows = ({ url }: ScratchDatabase) =>
  Promise.all(TABLES.map((table) => query<{ row: string }>(url, `SELECT t::text AS row FROM ${table} t ORDER BY 1`)));

const tablesIn = ({ url }: ScratchDatabase) =>
  query(url, "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace ORDER BY 1");

async function filledDatabase(): Promise<ScratchDatabase> {
  const database = await scratchDatabase();
  await fill(database);
  return database;
}

/** A backup of a filled database, and that database. */
async function madeBackup(folder: string) {
  const database = await filledDatabase();
  const path = join(folder, "one.backup");
  const written = await writeBackupFile({ url: database.url, path, signal });
  return { database, path, written, [Symbol.asyncDispose]: database.drop };
}

/** The same backup with its text changed, and its own checksum right or as it was. */
async function changed(path: string, change: (text: string) => string, { resigned = false } = {}): Promise<string> {
  const lines = change(gunzipSync(await readFile(path)).toString()).split("\n");
  const foot = JSON.parse(lines.at(-2) ?? "");
  const body = `${lines.slice(0, -2).join("\n")}\n`;
  if (resigned) foot.sha256 = createHash("sha256").update(body).digest("hex");
  const other = `${path}.changed`;
  await writeFile(other, gzipSync(`${body}${JSON.stringify(foot)}\n`));
  return other;
}

test("a restore copies every row as it was, into tables like those of a new database (D21)", async ({ dataDir }) => {
  await using made = await madeBackup(dataDir);
  await using fresh = await scratchDatabase();
  await using to = await scratchDatabase("empty");
  expect(made.written.rows).toBe(MESSAGES + 6);
  const restored = await restoreBackupFile({ path: made.path, url: to.url, replace: false });
  const { tables, rows } = made.written;
  expect(restored).toMatchObject({ tables, rows, leftOut: [] });
  expect(await allRows(to)).toEqual(await allRows(made.database));
  expect(await databaseShape(to.url)).toEqual(await databaseShape(fresh.url));
});

test("a backup is a file that only its owner can read, and exists only once it's complete", async ({ dataDir }) => {
  await using made = await madeBackup(dataDir);
  expect((await stat(made.path)).mode & 0o777).toBe(0o600);
  expect((await readdir(dataDir)).filter((name) => name.includes("backup"))).toEqual(["one.backup"]);
  const stopped = new AbortController();
  const path = join(dataDir, "two.backup");
  const onProgress = () => stopped.abort();
  const writing = writeBackupFile({ url: made.database.url, path, signal: stopped.signal, onProgress });
  await expect(writing).rejects.toThrow("it was ended before all was written, and no file was left");
  expect((await readdir(dataDir)).filter((name) => name.includes("backup"))).toEqual(["one.backup"]);
});

test("a backup replaces the last one of its name only once it's complete", async ({ dataDir }) => {
  await using made = await madeBackup(dataDir);
  const before = await readFile(made.path);
  const stopped = new AbortController();
  const options = { url: made.database.url, path: made.path };
  const broken = writeBackupFile({ ...options, signal: stopped.signal, onProgress: () => stopped.abort() });
  await expect(broken).rejects.toThrow("no file was left");
  expect(await readFile(made.path)).toEqual(before);
  await query(made.database.url, "DELETE FROM messages WHERE seq > 5");
  expect((await writeBackupFile({ ...options, signal })).rows).toBe(11);
  expect(await readFile(made.path)).not.toEqual(before);
});

test("a truncated backup is reported as such, wherever it was cut, and the database stays unchanged", async ({
  dataDir,
}) => {
  await using made = await madeBackup(dataDir);
  await using to = await scratchDatabase("empty");
  const whole = await readFile(made.path);
  const path = join(dataDir, "cut.backup");
  for (const length of [0, 1, 9, 10, 200, whole.length >> 1, whole.length - 9, whole.length - 8, whole.length - 1]) {
    await writeFile(path, whole.subarray(0, length));
    await expect(restoreBackupFile({ path, url: to.url, replace: true }), `${length} bytes`).rejects.toThrow(
      /^the file is damaged or incomplete \(.+\), and nothing was changed$/,
    );
  }
  await writeFile(path, "not a backup at all");
  await expect(restoreBackupFile({ path, url: to.url, replace: true })).rejects.toThrow("it cannot be unpacked");
  expect(await tablesIn(to)).toEqual([]);
});

test("any change to a backup file is detected, and the database stays unchanged", async ({ dataDir }) => {
  await using made = await madeBackup(dataDir);
  await using to = await filledDatabase();
  const before = await allRows(to);
  const restore = (path: string) => restoreBackupFile({ path, url: to.url, replace: true });
  const whole = await readFile(made.path);
  for (const at of [3, 100, whole.length >> 1, whole.length - 6]) {
    const path = `${made.path}.flipped`;
    const damaged = Buffer.from(whole);
    damaged[at] = (damaged[at] ?? 0) ^ 0xff;
    await writeFile(path, damaged);
    await expect(restore(path), `byte ${at}`).rejects.toThrow("nothing was changed");
  }
  const renamed = await changed(made.path, (text) => text.replace("Shop", "Shup"));
  await expect(restore(renamed)).rejects.toThrow("its checksum doesn't match");
  // The sum of the whole file is right again, those of its tables are not.
  const signed = await changed(made.path, (text) => text.replace("Shop", "Shup"), { resigned: true });
  await expect(restore(signed)).rejects.toThrow("the table sites doesn't match its checksum");
  const dropped = await changed(made.path, (text) => text.replace(/\n[^\n]*Nr 7 [^\n]*\n/, "\n"), { resigned: true });
  await expect(restore(dropped)).rejects.toThrow("messages has other rows than it should");
  const smuggled = await changed(
    made.path,
    (text) => text.replace('"columns":["accent_color"', '"columns":["name) FROM STDIN; DROP TABLE users; --"'),
    { resigned: true },
  );
  await expect(restore(smuggled)).rejects.toThrow("has no column");
  expect(await allRows(to)).toEqual(before);
});

test("a restore replaces existing data only if it's asked to, and then all of it", async ({ dataDir }) => {
  await using made = await madeBackup(dataDir);
  await using to = await filledDatabase();
  await query(
    to.url,
    "UPDATE users SET name = 'Grace'; CREATE TABLE foreigners (id INT); INSERT INTO foreigners VALUES (1)",
  );
  const before = await allRows(to);
  const refused = restoreBackupFile({ path: made.path, url: to.url, replace: false });
  await expect(refused).rejects.toThrow("the database already has data (in conversations), so nothing was changed");
  expect(await allRows(to)).toEqual(before);
  await restoreBackupFile({ path: made.path, url: to.url, replace: true });
  expect(await allRows(to)).toEqual(await allRows(made.database));
  expect(await query(to.url, "SELECT id FROM foreigners")).toEqual([{ id: 1 }]);
});

test("a restore that fails at the very end leaves all existing data", async ({ dataDir }) => {
  await using made = await madeBackup(dataDir);
  await using to = await filledDatabase();
  const before = await allRows(to);
  const beforeCommit = () => Promise.reject(new Error("a service is at work"));
  const broken = restoreBackupFile({ path: made.path, url: to.url, replace: true, beforeCommit });
  await expect(broken).rejects.toThrow("nothing was changed");
  expect(await allRows(to)).toEqual(before);
});

test("a restore brings an older version's backup to the newest tables, rows included", async ({ dataDir }) => {
  await using old = await scratchDatabase("empty");
  await using to = await scratchDatabase();
  await using fresh = await scratchDatabase();
  const folder = await migrationsBefore("20261121120000_unread");
  await migrate(old.url, { folder }).finally(() => rm(folder, { recursive: true }));
  await query(old.url, OLD_ROWS);
  const path = join(dataDir, "old.backup");
  await writeBackupFile({ url: old.url, path, signal });
  await restoreBackupFile({ path, url: to.url, replace: false });
  expect(await databaseShape(to.url)).toEqual(await databaseShape(fresh.url));
  expect(await query(to.url, "SELECT DISTINCT owner_unread_count AS owner FROM conversations ORDER BY 1")).toEqual([
    { owner: 0 },
    { owner: 1 },
    { owner: 3 },
  ]);
});

test("a restore rejects a newer version's backup, and a newer version's database", async ({ dataDir }) => {
  await using made = await madeBackup(dataDir);
  await using to = await scratchDatabase("empty");
  const newer = await changed(made.path, (text) => text.replace('"name":"2026', '"name":"2096'), { resigned: true });
  await expect(restoreBackupFile({ path: newer, url: to.url, replace: false })).rejects.toThrow(
    "the data is from a newer or different version of Site Inbox",
  );
  await query(
    made.database.url,
    "UPDATE _prisma_migrations SET migration_name = '2099_new' WHERE migration_name LIKE '%start'",
  );
  const refused = restoreBackupFile({ path: made.path, url: made.database.url, replace: true });
  await expect(refused).rejects.toThrow("the database is newer than this version of Site Inbox");
});

test("backups and restores leave out the counters of limits, which don't survive a crash either", async ({
  dataDir,
}) => {
  const counts = "INSERT INTO limit_counts VALUES ('address:someone', 1, 5, 0, now() + interval '1 hour')";
  await using from = await scratchDatabase();
  await query(from.url, counts);
  const path = join(dataDir, "one.backup");
  await writeBackupFile({ url: from.url, path, signal });
  expect(gunzipSync(await readFile(path)).toString()).not.toContain("limit_counts");
  await using to = await scratchDatabase();
  await query(to.url, counts);
  expect(await restoreBackupFile({ path, url: to.url, replace: false })).toMatchObject({ leftOut: [] });
  expect(await query(to.url, "SELECT * FROM limit_counts")).toEqual([]);
  expect(await databaseShape(to.url)).toEqual(await databaseShape(from.url));
});
