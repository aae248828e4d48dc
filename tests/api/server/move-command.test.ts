import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect } from "@playwright/test";
import { Client } from "pg";
import { keepServicesOut } from "../../../server/backup/keep-services-out.ts";
import { moveDatabase } from "../../../server/backup/move-database.ts";
import { runCommand } from "../../support/command.ts";
import { serverOf, test } from "../../support/data-folder-test.ts";
import { query, scratchDatabase } from "../../support/database.ts";
import { testEnvironment } from "../../support/environment.ts";
import { ownerStream } from "../../support/event-stream.ts";
import { PASSWORD } from "../../support/factories.ts";
import { png, uploadAsVisitor } from "../../support/files.ts";
import { signUp } from "../../support/sign-up.ts";
import { startService } from "../../support/start-service.ts";
import { addFile } from "../../support/uploaded-files.ts";

/** Runs npm run db:move, with these settings and no others. */
function move(to: string[], settings: Record<string, string>) {
  const env = { DATABASE_URL: "", AUTH_SECRET: "", DATA_DIR: "", ...settings };
  return runCommand(process.execPath, ["server/move.ts", ...to], { signal: AbortSignal.timeout(60_000), env });
}

const start = (dataDir: string, settings: Record<string, string> = {}) =>
  startService({
    settings: { PORT: "0", HOST: "127.0.0.1", DATA_DIR: dataDir, ...settings },
    log: join(dataDir, `${randomUUID()}.log`),
  });

type Call = { token?: string; key?: string; body?: object };

async function call(baseUrl: string, method: string, path: string, { token, key, body }: Call = {}) {
  const response = await fetch(baseUrl + path, {
    method,
    headers: {
      "Content-Type": "application/json",
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(key !== undefined && { "Idempotency-Key": key }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const replayed = response.headers.get("idempotent-replayed");
  return { status: response.status, replayed, json: await response.json() };
}

test("a move copies the built-in database into another one, on which everything continues", async ({ dataDir }) => {
  test.setTimeout(90_000);
  await using target = await scratchDatabase("empty");
  const before = await start(dataDir);
  const { token, siteKey } = await signUp(before.baseUrl);
  const visitor = (await call(before.baseUrl, "POST", "/public/widget-session", { body: { siteKey } })).json;
  const say = (baseUrl: string, message: string, key: string) =>
    call(baseUrl, "POST", "/public/conversations", { token: visitor.token, key, body: { message } });
  const first = (await say(before.baseUrl, "Before the move", "first")).json;
  const content = png();
  const photo = await uploadAsVisitor(visitor, { baseUrl: before.baseUrl, content });
  const withPhoto = { token: visitor.token, key: "photo", body: { message: "With a photo", files: [photo.id] } };
  expect((await call(before.baseUrl, "POST", "/public/conversations", withPhoto)).status).toBe(201);
  const inbox = await call(before.baseUrl, "GET", "/conversations", { token });

  const refused = await move([target.url], { DATA_DIR: dataDir });
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.output).toContain(`it is already running on the data folder ${dataDir} at ${before.baseUrl}`);
  await before.stop();

  const { code, output } = await move([target.url], { DATA_DIR: dataDir });
  expect(code, output).toBe(0);
  expect(output).toMatch(/Moved \d+ rows of \d+ tables/);
  expect(output).toContain(`Files of messages stay in ${join(dataDir, "files")}`);
  expect(output).toContain(`keeps using the secret in ${join(dataDir, "secret")}`);
  expect(output).not.toContain((await readFile(join(dataDir, "secret"), "utf8")).trim());
  expect(await serverOf(dataDir)).toBeUndefined();

  const after = await start(dataDir, { DATABASE_URL: target.url });
  const { baseUrl } = after;
  expect(await call(baseUrl, "GET", "/conversations", { token })).toEqual(inbox);
  const account = { email: "owner@example.com", password: PASSWORD };
  expect((await call(baseUrl, "POST", "/auth/login", { body: account })).status).toBe(200);
  await using stream = await ownerStream({ token }, { baseUrl });
  expect(await say(baseUrl, "Before the move", "first")).toEqual({ status: 201, replayed: "true", json: first });
  const { message } = (await say(baseUrl, "After the move", "second")).json;
  expect(message).toMatchObject({ conversationId: first.conversationId, seq: 3 });
  expect((await stream.next("message.created")).message).toEqual(message);
  const opened = await fetch(`${baseUrl}/files/${photo.id}/photo.png`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(Buffer.from(await opened.arrayBuffer())).toEqual(content);
  await after.stop();
});

const SLEEPING = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'";
const RUNNING = "the service is running. Stop it on every host first";

/** Ends the connections of this name, as the pool does with connections unused for some seconds. */
const endConnections = (url: string, name: string) =>
  query(
    url,
    "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1",
    [name],
  );

/** A database with a service on it that nobody uses, and so without a connection but the one that shows that it runs. */
async function idleService(dataDir: string) {
  const database = await scratchDatabase();
  const settings = { DATABASE_URL: database.url, AUTH_SECRET: testEnvironment.authSecret };
  const service = await start(dataDir, settings);
  await signUp(service.baseUrl);
  await endConnections(database.url, "site-inbox");
  const dispose = async () => {
    await service.stop();
    await database.drop();
  };
  return { database, settings, service, [Symbol.asyncDispose]: dispose };
}

test("a move is refused while a service runs on the database of DATABASE_URL, even if no one uses it", async ({
  dataDir,
}) => {
  test.setTimeout(90_000);
  await using target = await scratchDatabase("empty");
  await using idle = await idleService(dataDir);
  const refused = await move([target.url], idle.settings);
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.output).toBe(`Site Inbox cannot move: ${RUNNING}\n`);
  await idle.service.stop();

  // A row whose content the storage doesn't have. Everything else is moved.
  const [site] = await query<{ id: string; ownerId: string }>(
    idle.database.url,
    'SELECT s.id, w.owner_id AS "ownerId" FROM sites s JOIN workspaces w ON w.id = s.workspace_id',
  );
  const run = (text: string, values: unknown[] = []) => query(idle.database.url, text, values);
  await addFile(String(site?.id), { userId: String(site?.ownerId) }, {}, run);
  const { code, output } = await move([target.url], idle.settings);
  expect(code, output).toBe(2);
  expect(output).toContain("Keep AUTH_SECRET unchanged");
  expect(output).toMatch(
    /Missing from .*files: 1 file \(2 MB\)\. Of all files in messages, 0 can't be opened\.\n {2}[0-9a-f]{64}-/,
  );
  expect(await query(target.url, "SELECT email FROM users")).toEqual([{ email: "owner@example.com" }]);
});

test("a service whose registration connection was lost still prevents a move, and survives the loss", async ({
  dataDir,
}) => {
  test.setTimeout(90_000);
  await using idle = await idleService(dataDir);
  const { url } = idle.database;
  const holders = () =>
    query<{ pid: number }>(
      url,
      `SELECT DISTINCT pid FROM pg_locks JOIN pg_stat_activity USING (pid)
       WHERE locktype = 'advisory' AND application_name = 'site-inbox-service' AND datname = current_database()`,
    );
  const before = await holders();
  expect(before).toHaveLength(1);
  await endConnections(url, "site-inbox-service");
  await expect.poll(holders).toHaveLength(1);
  expect(await holders()).not.toEqual(before);
  await expect(keepServicesOut(url)).rejects.toThrow(RUNNING);
  const account = { email: "owner@example.com", password: PASSWORD };
  expect((await call(idle.service.baseUrl, "POST", "/auth/login", { body: account })).status).toBe(200);
});

test("a service doesn't start on a database that's being moved, until the move has ended", async ({ dataDir }) => {
  test.setTimeout(90_000);
  await using database = await scratchDatabase();
  const settings = { DATABASE_URL: database.url, AUTH_SECRET: testEnvironment.authSecret };
  const closure = await keepServicesOut(database.url);
  await expect(start(dataDir, settings)).rejects.toThrow(
    "Site Inbox cannot start: its data is being moved to another database. Wait until that's done\n",
  );
  await closure.end();
  await (await start(dataDir, settings)).stop();
});

test("a move during which a service ran anyway is rolled back", async () => {
  await using database = await scratchDatabase();
  await using target = await scratchDatabase("empty");
  const closure = await keepServicesOut(database.url);
  // As one of an older version, which knows no lock.
  const service = new Client({ connectionString: database.url, application_name: "site-inbox" });
  service.on("error", () => undefined);
  await service.connect();
  const copy = moveDatabase({ from: database.url, to: target.url, beforeCommit: closure.ensure });
  await expect(copy).rejects.toThrow("a service started in the meantime, so nothing was changed");
  expect(await query(target.url, "SELECT 1 FROM pg_tables WHERE schemaname = 'public'")).toEqual([]);
  await service.end();
  await closure.end();
});

test("a move interrupted by Ctrl-C leaves nothing running, so it can be repeated immediately", async () => {
  test.setTimeout(90_000);
  await using database = await scratchDatabase();
  await using target = await scratchDatabase("empty");
  await query(
    database.url,
    `INSERT INTO users (id, email, email_key, password_hash, created_at, updated_at)
     VALUES (gen_random_uuid(), 'Ada@example.com', 'ada@example.com', 'x', now(), now())`,
  );
  // Once the rows are there, the first index takes a minute, as it may with very many. A sequence counts on after a rollback.
  await query(
    target.url,
    `CREATE SEQUENCE slow_indexes;
     CREATE FUNCTION be_slow_once() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
       IF to_regclass('users') IS NULL THEN RETURN; END IF;
       IF EXISTS (SELECT 1 FROM users) AND nextval('slow_indexes') = 1 THEN PERFORM pg_sleep(60); END IF; END $$;
     CREATE EVENT TRIGGER be_slow_once ON ddl_command_start WHEN TAG IN ('CREATE INDEX') EXECUTE FUNCTION be_slow_once();`,
  );
  const settings = { DATABASE_URL: database.url, AUTH_SECRET: testEnvironment.authSecret };
  const first = spawn(process.execPath, ["server/move.ts", target.url], { env: { ...process.env, ...settings } });
  const words = text(first.stderr);
  const ended = once(first, "exit");
  const isSlow = async () => (await query(target.url, SLEEPING)).length === 1;
  await expect.poll(isSlow, { timeout: 30_000 }).toBe(true);
  first.kill("SIGINT");
  expect(await ended).toEqual([1, null]);
  expect(await words).toBe(
    "Site Inbox cannot move: it was ended before all was moved, and nothing was changed there\n",
  );

  const { code, output } = await move([target.url], settings);
  expect(code, output).toBe(0);
  expect(await query(target.url, "SELECT email FROM users")).toEqual([{ email: "Ada@example.com" }]);
});

test("the move command prints its usage, and reports in one line why it can't reach a database", async ({
  dataDir,
}) => {
  test.setTimeout(60_000);
  const usage = /^Site Inbox cannot move: usage: npm run db:move -- postgresql:[^\n]+\n$/;
  for (const wrong of [[], ["mysql://localhost/x"], ["postgresql://a/b", "more"]]) {
    expect((await move(wrong, { DATA_DIR: dataDir })).output).toMatch(usage);
  }
  const { output } = await move(["postgresql://u:private@127.0.0.1:1/none"], { DATA_DIR: dataDir });
  expect(output).toMatch(
    /^Site Inbox cannot move: the database to move to cannot be used: connect ECONNREFUSED [^\n]+\n$/,
  );
  expect(output).not.toContain("private");
});
