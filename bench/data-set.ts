import { Client } from "pg";
import { type DataSet, fillTables } from "./data-set/fill-tables.ts";

export type MadeOwner = { email: string; userId: string; workspaceId: string; siteIds: string[] };

const SETTINGS = `
  SET session_replication_role = replica;
  SET synchronous_commit = off;
  SET statement_timeout = 0;
  SET maintenance_work_mem = '512MB';
  SET work_mem = '256MB';
  SET client_min_messages = warning`;

/**
 * Fills a migrated, empty database with conversations that look like real ones, the same on every run: in five scripts,
 * with common and rare words, those of all owners mixed as they come in over a year. Returns the named owners. The database
 * user has to be a superuser.
 */
export async function makeDataSet(url: string, dataSet: DataSet, say: (line: string) => void = () => undefined) {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(SETTINGS);
    await withoutIndexes(client, ["conversations", "messages", "visitors"], say, () =>
      fillTables(client, dataSet, say),
    );
    say("Vacuuming");
    await client.query("VACUUM (ANALYZE)");
    const { rows } = await client.query<MadeOwner>(
      `SELECT u.email, u.id AS "userId", w.id AS "workspaceId",
         ARRAY(SELECT s.id::text FROM sites s WHERE s.workspace_id = w.id ORDER BY s.created_at, s.id) AS "siteIds"
       FROM users u JOIN workspaces w ON w.owner_id = u.id WHERE u.email = ANY($1)`,
      [dataSet.owners.map(({ email }) => email)],
    );
    return rows;
  } finally {
    await client.end();
  }
}

/** Does work on tables while they have none but their primary keys; then the indexes are made again, which is quicker. */
async function withoutIndexes(
  client: Client,
  tables: string[],
  say: (line: string) => void,
  work: () => Promise<void>,
): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
     FROM pg_index WHERE indrelid = ANY($1::regclass[]) AND NOT indisprimary`,
    [tables],
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  await work();
  for (const { name, definition } of rows) {
    say(`Indexing: ${name}`);
    await client.query(definition);
    if (definition.includes("USING gin")) await client.query(`ALTER INDEX ${name} ALTER COLUMN 1 SET STATISTICS 0`);
  }
}
