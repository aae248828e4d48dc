import type { Client } from "pg";

/** Does work on tables while they have none but their primary keys; then the indexes are made again, which is quicker. */
export async function withoutIndexes(
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
