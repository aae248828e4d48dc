import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect } from "@playwright/test";
import { Client } from "pg";
import { BACKUP_LOCK } from "#lib/files/files/backup-lock.ts";
import { runCommand } from "../../support/command.ts";
import { test } from "../../support/data-folder-test.ts";
import { query, scratchDatabase, WAITING_FOR_LOCK } from "../../support/database.ts";
import { testEnvironment } from "../../support/environment.ts";
import { png, uploadAsVisitor } from "../../support/files.ts";
import { signUp } from "../../support/sign-up.ts";
import { startService } from "../../support/start-service.ts";

const NO_SETTINGS = { DATABASE_URL: "", AUTH_SECRET: "", DATA_DIR: "" };

/** Runs npm run backup or npm run restore, with these settings and no others. */
const run = (command: "backup" | "restore", args: string[], settings: Record<string, string>) =>
  runCommand(process.execPath, [`server/${command}.ts`, ...args], {
    signal: AbortSignal.timeout(60_000),
    env: { ...NO_SETTINGS, ...settings },
  });

const start = (dataDir: string, settings: Record<string, string>) =>
  startService({ settings: { PORT: "0", HOST: "127.0.0.1", ...settings }, log: join(dataDir, `${randomUUID()}.log`) });

async function call(baseUrl: string, path: string, token: string, body?: object) {
  const response = await fetch(baseUrl + path, {
    method: body ? "POST" : "GET",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, json: await response.json() };
}

// What must hold of any database (decision 7 and migrations): none of these finds a row.
const BROKEN = `
  SELECT c.id FROM conversations c LEFT JOIN messages m ON m.conversation_id = c.id GROUP BY c.id
  HAVING count(m.id) <> c.last_seq OR max(m.seq) <> c.last_seq
  UNION ALL SELECT visitor_id FROM conversations WHERE status = 'open' GROUP BY 1 HAVING count(*) > 1
  UNION ALL SELECT c.id FROM conversations c
  WHERE c.owner_unread_count <> count_messages(c.id, 'visitor', c.owner_read_seq, c.last_seq)`;

test("a backup goes on after a restore while a service keeps writing (D21)", async ({ dataDir }) => {
  test.setTimeout(240_000);
  const settings = { DATA_DIR: dataDir };
  const before = await start(dataDir, settings);
  const { token, siteKey } = await signUp(before.baseUrl);
  const visitor = (await call(before.baseUrl, "/public/widget-session", "", { siteKey })).json;
  const say = (baseUrl: string, message: string) =>
    call(baseUrl, "/public/conversations", visitor.token, { message, name: "Zoë", email: "zoe@example.com" });
  await say(before.baseUrl, "Before the backup");
  const { baseUrl } = before;
  const content = png();
  const photo = await uploadAsVisitor(visitor, { baseUrl, content });
  const withPhoto = { message: "With a photo", name: "Zoë", email: "zoe@example.com", files: [photo.id] };
  expect((await call(baseUrl, "/public/conversations", visitor.token, withPhoto)).status).toBe(201);
  const inbox = await call(before.baseUrl, "/conversations", token);

  const file = join(dataDir, "night.backup");
  const made = await run("backup", [file], settings);
  expect(made.code, made.output).toBe(0);
  expect(made.output).toMatch(/Wrote \d+ rows of \d+ tables in \d+ s: .*night\.backup\n/);
  expect(made.output).toMatch(/It contains the files of messages: 1 file \(\d+ kB\)\.\n/);
  // Without a terminal, as from cron, it prints its result and nothing else (B6).
  expect(made.output.trim().split("\n")).toHaveLength(5);
  const secret = (await readFile(join(dataDir, "secret"), "utf8")).trim();
  expect(made.output).toContain(`Keep the contents of ${join(dataDir, "secret")} too`);
  expect(made.output).not.toContain(secret);
  expect((await say(before.baseUrl, "After the backup")).status).toBe(201);

  const running = await run("restore", [file, "--replace"], settings);
  expect(running).toMatchObject({ code: 1 });
  expect(running.output).toContain(`it is already running on the data folder ${dataDir}`);
  await before.stop();
  const filled = await run("restore", [file], settings);
  expect(filled).toMatchObject({ code: 1 });
  expect(filled.output).toContain("the database already has data");
  const restored = await run("restore", [file, "--replace"], settings);
  expect(restored.code, restored.output).toBe(0);
  expect(restored.output).toMatch(/Restored \d+ rows of \d+ tables in \d+ s, as they were at 20/);
  expect(restored.output).toContain(`These were in ${join(dataDir, "files")} already: 1 file`);

  // Another machine, to which the file and the secret were carried.
  await using other = await scratchDatabase("empty");
  const elsewhere = { DATABASE_URL: other.url, AUTH_SECRET: secret, DATA_DIR: join(dataDir, "elsewhere") };
  const wrong = await run("restore", [file], { ...elsewhere, AUTH_SECRET: "w".repeat(48) });
  expect(wrong.code, wrong.output).toBe(0);
  expect(wrong.output).toContain("Before you start the service: this database was sealed with another AUTH_SECRET");
  const carried = await run("restore", [file, "--replace"], elsewhere);
  expect(carried.code, carried.output).toBe(0);
  expect(carried.output).toContain("The secret is here too");
  expect(wrong.output).toContain(`Wrote the files of messages to ${join(elsewhere.DATA_DIR, "files")}: 1 file`);
  expect(await query(other.url, BROKEN)).toEqual([]);
  for (const where of [settings, elsewhere]) {
    const after = await start(dataDir, where);
    expect(await call(after.baseUrl, "/conversations", token)).toEqual(inbox);
    const { status, json } = await say(after.baseUrl, "After the restore");
    expect({ status, seq: json.message.seq }).toEqual({ status: 201, seq: 3 });
    const headers = { Authorization: `Bearer ${token}` };
    const opened = await fetch(`${after.baseUrl}/files/${photo.id}/photo.png`, { headers });
    expect(Buffer.from(await opened.arrayBuffer())).toEqual(content);
    await after.stop();
  }

  // Without the files, the rows are restored all the same, and the exit code says so.
  await rm(join(elsewhere.DATA_DIR, "files"), { recursive: true });
  expect(await run("backup", [file, "--without-files"], elsewhere)).toMatchObject({ code: 0 });
  const bare = await run("restore", [file, "--replace"], elsewhere);
  expect(bare).toMatchObject({ code: 2 });
  expect(bare.output).toMatch(
    /Missing from .*: 1 file \(\d+ kB\)\. Of all files in messages, 1 can't be opened\.\n {2}[0-9a-f]{64}-/,
  );
});

/** Starts a backup of a database in which a table is locked, and waits until it gets there. */
async function backupAtLock(dataDir: string, database: { url: string }) {
  const locker = new Client({ connectionString: database.url });
  await locker.connect();
  await locker.query("BEGIN; LOCK TABLE visitors IN ACCESS EXCLUSIVE MODE");
  const own = { DATABASE_URL: database.url, AUTH_SECRET: testEnvironment.authSecret, DATA_DIR: dataDir };
  const env = { ...process.env, ...NO_SETTINGS, ...own };
  const child = spawn(process.execPath, ["server/backup.ts", join(dataDir, "one.backup")], { env });
  const words = text(child.stderr);
  const ended = once(child, "exit");
  const isWaiting = async () => (await locker.query(WAITING_FOR_LOCK)).rowCount;
  await expect.poll(isWaiting, { timeout: 30_000 }).toBe(1);
  return { child, words, ended, [Symbol.asyncDispose]: () => locker.end() };
}

test("a killed backup doesn't keep the files of messages from being removed", async ({ dataDir }) => {
  test.setTimeout(60_000);
  await using database = await scratchDatabase();
  await using backup = await backupAtLock(dataDir, database);
  const canRemove = async () =>
    (await query(database.url, "SELECT pg_try_advisory_lock($1) AS free", [BACKUP_LOCK]))[0]?.free;
  expect(await canRemove()).toBe(false);
  backup.child.kill("SIGKILL");
  await backup.ended;
  await expect.poll(canRemove).toBe(true);
});

test("an interrupted backup leaves no file", async ({ dataDir }) => {
  test.setTimeout(60_000);
  await using database = await scratchDatabase();
  await using backup = await backupAtLock(dataDir, database);
  const { child, words, ended } = backup;
  child.kill("SIGINT");
  expect(await ended).toEqual([1, null]);
  expect(await words).toBe(
    "Site Inbox cannot create a backup: it was ended before all was written, and no file was left\n",
  );
  expect((await readdir(dataDir)).filter((name) => name.includes("backup"))).toEqual([]);
});

test("the backup command prints its usage, and overwrites nothing but a backup", async ({ dataDir }) => {
  test.setTimeout(60_000);
  const settings = { DATABASE_URL: testEnvironment.databaseUrl };
  expect((await run("backup", ["--help"], settings)).output).toMatch(
    /^Site Inbox cannot create a backup: usage: npm run/,
  );
  for (const wrong of [[], ["--replace"], ["one", "two"]]) {
    expect((await run("restore", wrong, settings)).output).toMatch(
      /^Site Inbox cannot restore: usage: npm run restore/,
    );
  }
  const kept = await run("backup", ["package.json"], settings);
  expect(kept).toMatchObject({ code: 1 });
  expect(kept.output).toContain("package.json exists and isn't a backup, so it was left unchanged");
  const astray = await run("backup", [join(dataDir, "none", "one.backup")], settings);
  expect(astray).toMatchObject({
    code: 1,
    output: `Site Inbox cannot create a backup: the folder ${join(dataDir, "none")} doesn't exist. Create it first\n`,
  });
  const misplaced = await run("backup", [join("package.json", "one.backup")], settings);
  expect(misplaced.output).toMatch(/package\.json\/one\.backup: a file is where a folder should be\n$/);
  const missing = await run("restore", [join(dataDir, "none.backup")], settings);
  expect(missing.output).toContain("Site Inbox cannot restore: ");
});
