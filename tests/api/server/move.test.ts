import { mkdirSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { Client } from "pg";
import { moveDatabase } from "../../../server/backup/move-database.ts";
import type { Progress } from "../../../server/backup/report-progress.ts";
import { migrate } from "../../../server/database/migrate.ts";
import { query, type ScratchDatabase, scratchDatabase } from "../../support/database.ts";
import { databaseShape } from "../../support/database-shape.ts";
import { fill, MESSAGES } from "../../support/filled-database.ts";
import { migrationsBefore, OLD_ROWS } from "../../support/older-database.ts";

let from: ScratchDatabase;
let to: ScratchDatabase;

test.beforeEach(async () => {
  from = await scratchDatabase();
  to = await scratchDatabase("empty");
});

test.afterEach(async () => {
  await from.drop();
  await to.drop();
});

const rowsOf = ({ url }: ScratchDatabase, table: string) =>
  query<{ row: string }>(url, `SELECT t::text AS row FROM ${table} t ORDER BY 1`);
const tablesIn = ({ url }: ScratchDatabase) =>
  query(url, "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace");

test("a move copies every row as it is, and leaves tables like those of a new database", async () => {
  await fill(from);
  const progress: Progress[] = [];
  const copied = await moveDatabase({ from: from.url, to: to.url, onProgress: (step) => void progress.push(step) });
  expect(copied).toMatchObject({ rows: MESSAGES + 6, leftOut: [] });
  for (const table of ["users", "workspaces", "sites", "visitors", "conversations", "messages"]) {
    expect(await rowsOf(to, table)).toEqual(await rowsOf(from, table));
  }
  expect(await databaseShape(to.url)).toEqual(await databaseShape(from.url));
  expect(progress).toContainEqual({ step: "copying", table: "messages", rows: MESSAGES, of: MESSAGES });
});

test("a move brings an older version's rows to the newest tables, and leaves the source unchanged", async () => {
  await using old = await scratchDatabase("empty");
  const folder = await migrationsBefore("20261121120000_unread");
  await migrate(old.url, { folder }).finally(() => rm(folder, { recursive: true }));
  await query(old.url, OLD_ROWS);
  const shape = await databaseShape(old.url);
  await moveDatabase({ from: old.url, to: to.url });
  expect(await databaseShape(to.url)).toEqual(await databaseShape(from.url));
  expect(await databaseShape(old.url)).toEqual(shape);
  const bodies = "SELECT body FROM messages ORDER BY conversation_id, seq";
  expect(await query(to.url, bodies)).toEqual(await query(old.url, bodies));
});

test("a move leaves out unknown tables, even if both databases have one of that name", async () => {
  for (const [{ url }, at] of [
    [from, 1],
    [to, 2],
  ] as const) {
    await query(url, `CREATE TABLE memos (at int); INSERT INTO memos VALUES (${at})`);
  }
  expect(await moveDatabase({ from: from.url, to: to.url })).toMatchObject({ leftOut: ["memos"] });
  expect(await query(to.url, "SELECT at FROM memos")).toEqual([{ at: 2 }]);
});

test("a move reads no further ahead than the target writes, so memory doesn't grow with the database", async () => {
  const rows = 20_000;
  // The target stops at its first row, until the lock is free.
  const slow = await databaseOfOneRow(
    "slow",
    `ALTER TABLE slow ADD COLUMN body text;
     CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       IF current_setting('application_name') = 'site-inbox-move' THEN PERFORM pg_advisory_xact_lock_shared(1); END IF;
       RETURN NEW; END $$;
     CREATE TRIGGER wait BEFORE INSERT ON slow FOR EACH ROW EXECUTE FUNCTION wait();
     ALTER TABLE slow ENABLE ALWAYS TRIGGER wait;`,
  );
  await query(slow.url, `INSERT INTO slow SELECT n, repeat('x', 2000) FROM generate_series(2, ${rows}) n`);
  const holder = new Client({ connectionString: to.url });
  await holder.connect();
  await holder.query("SELECT pg_advisory_lock(1)");
  let read = 0;
  const onProgress = (progress: Progress) => {
    if (progress.step === "copying") read = progress.rows;
  };
  const moved = moveDatabase({ from: slow.url, to: to.url, folder: slow.folder, onProgress });
  const waiting = (name: string, event: string) =>
    query(
      to.url,
      "SELECT 1 FROM pg_stat_activity WHERE datname = $1 AND application_name = 'site-inbox-move' AND wait_event = $2",
      [name, event],
    );
  const nameOf = ({ url }: ScratchDatabase) => new URL(url).pathname.slice(1);
  await expect.poll(() => waiting(nameOf(to), "advisory")).toHaveLength(1);
  await expect.poll(() => waiting(nameOf(slow), "ClientWrite")).toHaveLength(1);
  expect(read).toBeLessThan(rows / 4);
  await holder.end();
  expect(await moved).toMatchObject({ rows });
  await slow.drop();
});

test("a move accepts existing empty tables, as a first start leaves them", async () => {
  await fill(from);
  await migrate(to.url);
  await moveDatabase({ from: from.url, to: to.url });
  expect(await rowsOf(to, "messages")).toEqual(await rowsOf(from, "messages"));
});

test("a move never writes into a database with data in it", async () => {
  await fill(from);
  await migrate(to.url);
  await fill(to);
  const before = await rowsOf(to, "messages");
  await expect(moveDatabase({ from: from.url, to: to.url })).rejects.toThrow(/already has data \(in \w+\)/);
  expect(await rowsOf(to, "messages")).toEqual(before);
});

test("a move recognizes its own source under another address", async () => {
  const other = new URL(from.url);
  other.searchParams.set("application_name", "other");
  await expect(moveDatabase({ from: from.url, to: other.href })).rejects.toThrow(
    "that's the database the service already uses",
  );
});

test.describe("a move leaves nothing in the target", () => {
  test("if a row is rejected midway", async () => {
    await fill(from);
    await query(from.url, "ALTER TABLE messages DISABLE TRIGGER messages_check");
    await query(from.url, "UPDATE messages SET body = '' WHERE seq = 1500");
    await expect(moveDatabase({ from: from.url, to: to.url })).rejects.toThrow(
      /^nothing was changed there: .*a message has a value that it must not have/,
    );
    expect(await tablesIn(to)).toEqual([]);
  });

  test("if a row turns out to have no parent at the end", async () => {
    await fill(from);
    await query(from.url, "ALTER TABLE sites DROP CONSTRAINT sites_workspace_id_fkey");
    await query(from.url, "UPDATE sites SET workspace_id = gen_random_uuid()");
    await expect(moveDatabase({ from: from.url, to: to.url })).rejects.toThrow("sites_workspace_id_fkey");
    expect(await tablesIn(to)).toEqual([]);
  });

  for (const step of ["copying", "comparing", "indexing"]) {
    test(`if it's interrupted while ${step}`, async () => {
      await fill(from);
      const stop = new AbortController();
      const onProgress = (progress: Progress) => progress.step === step && stop.abort();
      const copy = moveDatabase({ from: from.url, to: to.url, signal: stop.signal, onProgress });
      await expect(copy).rejects.toThrow("it was ended before all was moved, and nothing was changed there");
      // The server sees in its own time that we are gone.
      await expect.poll(() => tablesIn(to)).toEqual([]);
    });
  }
});

/** A database with one table of one row, made by one migration, in the folder that is returned. */
async function databaseOfOneRow(table: string, more: string): Promise<ScratchDatabase & { folder: string }> {
  const folder = test.info().outputPath("migrations");
  mkdirSync(join(folder, "1_one"), { recursive: true });
  writeFileSync(join(folder, "1_one", "migration.sql"), `CREATE TABLE ${table} (n int); ${more}`);
  const database = await scratchDatabase("empty");
  await migrate(database.url, { folder });
  await query(database.url, `INSERT INTO ${table} VALUES (1)`);
  return { ...database, folder };
}

test("a move that can't get a lock says what may hold it, in plain words", async () => {
  await fill(from);
  const other = new Client({ connectionString: from.url });
  other.on("error", () => undefined);
  await other.connect();
  await other.query("BEGIN; UPDATE messages SET body = 'Held' WHERE seq = 1");
  await expect(moveDatabase({ from: from.url, to: to.url })).rejects.toThrow(
    /^nothing was changed there: something else is using the tables .* try again in a minute$/,
  );
  await other.end();
});

test("a move doesn't claim that nothing changed if it can't know, and says how to find out", async () => {
  await using cut = await databaseOfOneRow(
    "cut",
    `CREATE FUNCTION end_session() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       IF current_setting('application_name') = 'site-inbox-move' THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;
       RETURN NULL; END $$;
     CREATE CONSTRAINT TRIGGER at_commit AFTER INSERT ON cut DEFERRABLE INITIALLY DEFERRED
       FOR EACH ROW EXECUTE FUNCTION end_session();
     ALTER TABLE cut ENABLE ALWAYS TRIGGER at_commit;`,
  );
  await expect(moveDatabase({ from: cut.url, to: to.url, folder: cut.folder })).rejects.toThrow(
    /^the connection was lost during the last step, so it is unknown .* Run the same command again/,
  );
});

test("a move waits for writes in progress, and includes them", async () => {
  await fill(from);
  const copy = query(
    from.url,
    `BEGIN; UPDATE messages SET body = 'Written late' WHERE seq = 1; SELECT pg_sleep(1); COMMIT`,
  );
  const begun = () =>
    query(from.url, "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'");
  await expect.poll(async () => (await begun()).length).toBe(1);
  await moveDatabase({ from: from.url, to: to.url });
  await copy;
  expect(await query(to.url, "SELECT body FROM messages WHERE seq = 1")).toEqual([{ body: "Written late" }]);
});

test("a move reads the tables and columns from the catalog, so it includes those of later versions", async () => {
  const folder = test.info().outputPath("migrations");
  mkdirSync(join(folder, "1_odd"), { recursive: true });
  writeFileSync(
    join(folder, "1_odd", "migration.sql"),
    `CREATE TABLE "Odd one" (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, "A ""quoted"" name" text, raw bytea,
       tags text[], extra jsonb, at timestamptz, double bigint GENERATED ALWAYS AS (id * 2) STORED,
       next bigint REFERENCES "Odd one" (id), pair bigint UNIQUE);
     CREATE TABLE pairs (id bigint PRIMARY KEY REFERENCES "Odd one" (pair), odd bigint REFERENCES "Odd one" (id), total int);
     ALTER TABLE "Odd one" ADD CONSTRAINT paired FOREIGN KEY (pair) REFERENCES pairs (id) DEFERRABLE INITIALLY DEFERRED;
     CREATE INDEX odd_index ON "Odd one" (lower("A ""quoted"" name")) WHERE tags IS NOT NULL;
     ALTER INDEX odd_index ALTER COLUMN 1 SET STATISTICS 7;
     CREATE FUNCTION count_again() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.total := NEW.total + 1; RETURN NEW; END $$;
     CREATE TRIGGER count_again BEFORE INSERT ON pairs FOR EACH ROW EXECUTE FUNCTION count_again();`,
  );
  await using odd = await scratchDatabase("empty");
  await migrate(odd.url, { folder });
  await query(
    odd.url,
    `BEGIN;
     INSERT INTO "Odd one" ("A ""quoted"" name", raw, tags, extra, at, next, pair)
     VALUES (E'a\\tb\\n\\\\', '\\x00ff', '{a,"b c",NULL}', '{"a": [1, null]}', 'infinity', 2, 7), (NULL, NULL, NULL, NULL, NULL, 1, NULL);
     INSERT INTO pairs VALUES (7, 1, 0);
     COMMIT`,
  );
  await moveDatabase({ from: odd.url, to: to.url, folder });
  for (const table of ['"Odd one"', "pairs"]) {
    const rows = await query<{ row: string }>(to.url, `SELECT t::text AS row FROM ${table} t ORDER BY 1`);
    expect(rows).toEqual(await query(odd.url, `SELECT t::text AS row FROM ${table} t ORDER BY 1`));
    expect(rows.length).toBeGreaterThan(0);
  }
  expect(await databaseShape(to.url)).toEqual(await databaseShape(odd.url));
  // The numbers go on where they were.
  expect(await query(to.url, `INSERT INTO "Odd one" DEFAULT VALUES RETURNING id::int`)).toEqual([{ id: 3 }]);
});

test("a move is rolled back if the copied rows differ from the source's", async () => {
  const folder = test.info().outputPath("migrations");
  mkdirSync(join(folder, "1_counting"), { recursive: true });
  writeFileSync(
    join(folder, "1_counting", "migration.sql"),
    `CREATE TABLE counted (n int);
     CREATE FUNCTION count_on() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.n := NEW.n + 1; RETURN NEW; END $$;
     CREATE TRIGGER count_on BEFORE INSERT ON counted FOR EACH ROW EXECUTE FUNCTION count_on();
     ALTER TABLE counted ENABLE ALWAYS TRIGGER count_on;`,
  );
  await using counting = await scratchDatabase("empty");
  await migrate(counting.url, { folder });
  await query(counting.url, "INSERT INTO counted VALUES (1)");
  await expect(moveDatabase({ from: counting.url, to: to.url, folder })).rejects.toThrow(
    "the table counted doesn't match its checksum, so nothing was changed",
  );
  expect(await tablesIn(to)).toEqual([]);
});
