import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { Client } from "pg";
import { migrate } from "../../../server/database/migrate.ts";
import { query, type ScratchDatabase, scratchDatabase, WAITING_FOR_LOCK } from "../../support/database.ts";

let database: ScratchDatabase;
let folder: string;

test.beforeEach(async () => {
  database = await scratchDatabase("empty");
  folder = test.info().outputDir;
});

test.afterEach(() => database.drop());

function write(folder: string, name: string, sql: string): void {
  mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, name, "migration.sql"), sql);
}

const recorded = () =>
  query(database.url, "SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL ORDER BY 1").then(
    (rows) => rows.map((row) => row.migration_name),
  );

test("migrations run in the order of their names, and not a second time (D20)", async () => {
  write(folder, "2_more", "ALTER TABLE things ADD COLUMN name text;");
  write(folder, "1_start", "CREATE TABLE things (id int); INSERT INTO things VALUES (1);");
  expect(await migrate(database.url, { folder })).toEqual(["1_start", "2_more"]);
  expect(await migrate(database.url, { folder })).toEqual([]);
  expect(await query(database.url, "SELECT * FROM things")).toEqual([{ id: 1, name: null }]);
});

test("each migration runs once when several processes start at the same time (D20)", async () => {
  write(folder, "1_start", "CREATE TABLE things (id int); INSERT INTO things VALUES (1);");
  const applied = await Promise.all(Array.from({ length: 5 }, () => migrate(database.url, { folder })));
  expect(applied.flat()).toEqual(["1_start"]);
  expect(await query(database.url, "SELECT * FROM things")).toEqual([{ id: 1 }]);
});

test("the job queue's tables are created once when several processes start at the same time (D20)", async () => {
  await Promise.all(Array.from({ length: 5 }, () => migrate(database.url)));
  expect(await query(database.url, "SELECT name FROM pgboss.queue ORDER BY 1")).toEqual(
    ["inbound", "mail", "notification", "webhook"].flatMap((name) => [{ name }, { name: `${name}-failed` }]),
  );
});

test("a migration that was changed after it was applied stops the start", async () => {
  write(folder, "1_start", "CREATE TABLE things (id int);");
  await migrate(database.url, { folder });
  write(folder, "1_start", "CREATE TABLE things (id bigint);");
  await expect(migrate(database.url, { folder })).rejects.toThrow(
    "the migration 1_start was changed after it was applied",
  );
});

test("a newer version's database stops the start", async () => {
  write(folder, "1_start", "CREATE TABLE things (id int);");
  write(folder, "2_later", "CREATE TABLE others (id int);");
  await migrate(database.url, { folder });
  const older = join(folder, "older");
  write(older, "1_start", "CREATE TABLE things (id int);");
  await expect(migrate(database.url, { folder: older })).rejects.toThrow("the database is newer");
});

test("the release before runs on a newer version's database, and one before that doesn't", async () => {
  const [newer, before, older] = ["newer", "before", "older"].map((name) => join(folder, name));
  if (!newer || !before || !older) throw new Error("three folders");
  const first = ["1_start", "CREATE TABLE things (id int);"] as const;
  const second = ["2_more", "ALTER TABLE things ADD COLUMN name text;"] as const;
  for (const place of [newer, before, older]) write(place, ...first);
  for (const place of [newer, before]) write(place, ...second);
  write(newer, "3_later", "CREATE TABLE others (id int);");
  writeFileSync(join(newer, "previous-release"), "2_more\n");
  await migrate(database.url, { folder: newer });
  expect(await migrate(database.url, { folder: before })).toEqual([]);
  await expect(migrate(database.url, { folder: older })).rejects.toThrow("the database is newer");
  write(newer, "4_last", "-- no way back: others is what everyone reads\nDROP TABLE things;");
  await migrate(database.url, { folder: newer });
  await expect(migrate(database.url, { folder: before })).rejects.toThrow("it has the migration 4_last");
});

test("a failed migration changes nothing, and is named", async () => {
  write(folder, "1_start", "CREATE TABLE things (id int); SELECT 1 / 0;");
  await expect(migrate(database.url, { folder })).rejects.toThrow("the migration 1_start failed: division by zero");
  expect(await query(database.url, "SELECT to_regclass('things') AS found")).toEqual([{ found: null }]);
  write(folder, "1_start", "CREATE TABLE things (id int);");
  expect(await migrate(database.url, { folder })).toEqual(["1_start"]);
});

test("a migration that was interrupted runs again from its start (D20)", async () => {
  await query(database.url, "CREATE TABLE gate ()");
  write(
    folder,
    "1_start",
    "CREATE TABLE things (id int); SELECT pg_sleep(60) WHERE to_regclass('gate') IS NOT NULL; CREATE TABLE others (id int);",
  );
  const first = migrate(database.url, { folder }).then(
    () => "applied",
    () => "cut off",
  );
  const cutOff = () =>
    query(
      database.url,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event = 'PgSleep'`,
    );
  await expect.poll(async () => (await cutOff()).length).toBe(1);
  expect(await first).toBe("cut off");
  await query(database.url, "DROP TABLE gate");
  expect(await migrate(database.url, { folder })).toEqual(["1_start"]);
  expect(await recorded()).toEqual(["1_start"]);
});

test("a migration lets others use a table it waits for while a backup reads it, and continues after that (D20)", async () => {
  write(folder, "1_start", "CREATE TABLE things (id int);");
  await migrate(database.url, { folder });
  write(folder, "2_more", "ALTER TABLE things ADD COLUMN name text;");
  await using backup = Object.assign(new Client({ connectionString: database.url }), {
    [Symbol.asyncDispose]: () => backup.end(),
  });
  await backup.connect();
  await backup.query("BEGIN; SELECT FROM things");
  const migrating = migrate(database.url, { folder });
  const isWaiting = async () => (await query(database.url, WAITING_FOR_LOCK)).length > 0;
  await expect.poll(isWaiting, { timeout: 20_000 }).toBe(true);
  // Behind the migration it would wait for as long as the backup takes.
  expect(await query(database.url, "SELECT id FROM things")).toEqual([]);
  await backup.query("COMMIT");
  expect(await migrating).toEqual(["2_more"]);
});

test("a migration yields to a request that locks the same tables in another order, and continues after it", async () => {
  write(folder, "1_start", "CREATE TABLE things (id int); CREATE TABLE others (id int);");
  await migrate(database.url, { folder });
  write(folder, "2_more", "ALTER TABLE things ADD COLUMN name text; ALTER TABLE others ADD COLUMN name text;");
  const request = new Client({ connectionString: database.url });
  await request.connect();
  // So that the migration is the one of the two that the database ends.
  await request.query("SET deadlock_timeout = '1min'; BEGIN; SELECT FROM others");
  const migrating = migrate(database.url, { folder });
  const isWaiting = async () => (await query(database.url, WAITING_FOR_LOCK)).length > 0;
  await expect.poll(isWaiting).toBe(true);
  await request.query("SELECT FROM things");
  await request.query("COMMIT");
  await request.end();
  expect(await migrating).toEqual(["2_more"]);
});

test("an index whose concurrent build was killed is built again once, by several processes at the same time", async () => {
  write(folder, "1_start", "CREATE TABLE things (id int); INSERT INTO things VALUES (1), (1);");
  await migrate(database.url, { folder });
  await query(database.url, 'CREATE UNIQUE INDEX CONCURRENTLY "things_id_idx" ON things (id)').catch(() => undefined);
  write(folder, "2_index", 'CREATE INDEX CONCURRENTLY "things_id_idx" ON things (id);\n');
  const applied = await Promise.all(Array.from({ length: 3 }, () => migrate(database.url, { folder })));
  expect(applied.flat()).toEqual(["2_index"]);
  const indexes = await query(
    database.url,
    "SELECT indexrelid::regclass::text AS name, indisvalid AS valid FROM pg_index WHERE indrelid = 'things'::regclass",
  );
  expect(indexes).toEqual([{ name: "things_id_idx", valid: true }]);
});
