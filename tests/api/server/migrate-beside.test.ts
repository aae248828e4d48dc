import { rm } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { Client } from "pg";
import { migrate, readMigrations, runStatement } from "../../../server/database/migrate.ts";
import { query, type ScratchDatabase, scratchDatabase } from "../../support/database.ts";
import { migrationsBefore, OLD_ROWS } from "../../support/older-database.ts";

/** The first migration of the version that is not released yet. */
const FIRST = "20261121153000_abuse";

let database: ScratchDatabase;

test.beforeEach(async () => {
  database = await scratchDatabase("empty");
  const folder = await migrationsBefore(FIRST);
  await migrate(database.url, { folder });
  await rm(folder, { recursive: true });
});

test.afterEach(() => database.drop());

test("no migration builds an index while it blocks the previous version's reads, however large a table is", async () => {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const coming = (await readMigrations()).filter(({ name }) => name >= FIRST);
  expect(coming.length).toBeGreaterThan(2);
  const built: string[] = [];
  for (const { name, sql, statements } of coming) {
    if (statements) {
      expect(sql, name).not.toMatch(/(CREATE|DROP) INDEX (?!CONCURRENTLY)|ALTER TABLE/);
      for (const statement of statements) await runStatement(client, statement);
      continue;
    }
    const { rows: there } = await client.query("SELECT oid FROM pg_class");
    await client.query("BEGIN");
    await client.query(sql);
    const { rows } = await client.query<{ mode: string }>(
      "SELECT DISTINCT mode FROM pg_locks WHERE pid = pg_backend_pid() AND relation = ANY($1::oid[])",
      [there.map(({ oid }) => oid)],
    );
    await client.query("COMMIT");
    const modes = rows.map(({ mode }) => mode);
    if (modes.includes("ShareLock")) built.push(name);
    expect(modes.includes("ShareLock") && modes.includes("AccessExclusiveLock"), name).toBe(false);
  }
  await client.end();
  expect(built).toEqual([
    "20261121153500_abuse_indexes",
    "20261121154500_data_indexes",
    "20261121162500_mail_indexes",
    "20261121164000_failed",
    "20261121165500_sent_mails",
  ]);
});

test("a migration that takes away what the release before reads says that there's no way back from it", async () => {
  const takesAway = /\bDROP (TABLE|COLUMN)\b|\bALTER TABLE [^;]*\bRENAME\b/i;
  const coming = (await readMigrations()).filter(({ name }) => name >= FIRST);
  expect(coming.filter(({ sql, needs }) => takesAway.test(sql) && needs !== undefined)).toEqual([]);
  expect(takesAway.test('ALTER TABLE "things" DROP COLUMN "name"')).toBe(true);
});

test("the previous version stores messages while the search index is built", async () => {
  await using older = await scratchDatabase("empty");
  for (const name of ["20261121120000_unread", "20261122120000_search_vector"]) {
    const folder = await migrationsBefore(name);
    await migrate(older.url, { folder });
    await rm(folder, { recursive: true });
    if (name.endsWith("_unread")) await query(older.url, OLD_ROWS);
  }
  const reader = new Client({ connectionString: older.url });
  await reader.connect();
  // The build waits for this snapshot to end.
  await reader.query("BEGIN ISOLATION LEVEL REPEATABLE READ");
  await reader.query("SELECT 1");
  const migrated = migrate(older.url);
  await expect
    .poll(() => query(older.url, "SELECT phase FROM pg_stat_progress_create_index WHERE phase LIKE 'waiting%'"))
    .toHaveLength(1);
  await query(older.url, "UPDATE messages SET body = 'Written during the build'");
  await reader.end();
  await migrated;
  const [found] = await query(
    older.url,
    `SELECT count(*)::int AS messages FROM messages m
     WHERE search_vector(m.workspace_id, m.search_text) @@ search_query(m.workspace_id, ARRAY['during'])`,
  );
  expect(found).toEqual({ messages: 30 });
});

test("the previous version's search uses the new index", async () => {
  await migrate(database.url);
  const plan = await query<{ "QUERY PLAN": string }>(
    database.url,
    `EXPLAIN SELECT FROM messages m
     WHERE search_grams(m.workspace_id, m.search_text) @@ search_pieces('${crypto.randomUUID()}'::uuid, ARRAY['word'])`,
  );
  expect(plan.map((row) => row["QUERY PLAN"]).join("\n")).toContain("Index Scan on messages_search_idx");
});
