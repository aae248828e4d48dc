import type { Client } from "pg";

/** A table from the catalog: its name, quoted if necessary, and its stored columns. */
export type Table = { name: string; columns: string[] };

/**
 * Lists a database's tables, except the records of migrations, backups and the service's status, extensions' tables, and unlogged
 * ones, which wouldn't survive a crash either.
 */
export async function listTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `SELECT quote_ident(c.relname) AS name, array_agg(quote_ident(a.attname) ORDER BY a.attname) AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = quote_ident(current_schema())::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND c.relpersistence <> 'u'
       AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
       AND c.relname NOT IN ('_prisma_migrations', 'backups', 'status_checks', 'status_samples', 'status_counts')
       AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
     GROUP BY c.relname ORDER BY c.relname`,
  );
  return rows;
}

// Each start of the service stores its own there, in a database without any data too.
const MADE_AT_START = new Set(["inbound_mailboxes", "push_keys", "secret_fingerprint", "telegram_bots"]);

/** Returns the first table with any rows, except tables that the service fills when it starts. */
export async function findFilledTable(client: Client, tables: Table[]): Promise<string | undefined> {
  for (const { name } of tables.filter((table) => !MADE_AT_START.has(table.name))) {
    const { rowCount } = await client.query(`SELECT 1 FROM ${name} LIMIT 1`);
    if (rowCount === 1) return name;
  }
  return undefined;
}

/** A sequence's current value. */
export type TableSequence = { name: string; last: string };

export async function listSequences(client: Client): Promise<TableSequence[]> {
  const { rows } = await client.query<TableSequence>(
    `SELECT quote_ident(sequencename) AS name, last_value::text AS last FROM pg_sequences
     WHERE schemaname = current_schema() AND last_value IS NOT NULL ORDER BY 1`,
  );
  return rows;
}

/** Sets sequences to the values of those with the same name. */
export async function setSequences(client: Client, sequences: TableSequence[]): Promise<void> {
  for (const { name, last } of sequences) {
    await client.query("SELECT setval(to_regclass($1), $2::bigint) WHERE to_regclass($1) IS NOT NULL", [name, last]);
  }
}
