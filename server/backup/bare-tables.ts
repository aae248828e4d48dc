import type { Client } from "pg";
import type { Table } from "./tables.ts";

/** Drops the tables' constraints, indexes and triggers, and returns a function that restores them. */
export async function bareTables(client: Client, tables: Table[]): Promise<{ restore(): Promise<void> }> {
  const names = tables.map(({ name }) => name);
  const steps = async (text: string) => (await client.query<{ away: string; back: string[] }>(text, [names])).rows;
  const triggers = await steps(TRIGGERS);
  const foreignKeys = await steps(FOREIGN_KEYS);
  const indexes = await steps(INDEXES);
  for (const { away } of [...triggers, ...foreignKeys, ...indexes]) await client.query(away);
  return {
    async restore() {
      for (const { back } of [...indexes, ...foreignKeys, ...triggers]) {
        for (const statement of back) await client.query(statement);
      }
    },
  };
}

const TRIGGERS = `
  SELECT format('ALTER TABLE %s DISABLE TRIGGER %I', tgrelid::regclass, tgname) AS away,
    ARRAY[format('ALTER TABLE %s ENABLE TRIGGER %I', tgrelid::regclass, tgname)] AS back
  FROM pg_trigger WHERE tgrelid = ANY($1::regclass[]) AND NOT tgisinternal AND tgenabled = 'O'`;

const FOREIGN_KEYS = `
  SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS away,
    ARRAY[format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))] AS back
  FROM pg_constraint WHERE contype = 'f' AND conparentid = 0 AND conrelid = ANY($1::regclass[])`;

// Indexes of primary keys and other constraints stay.
const INDEXES = `
  SELECT format('DROP INDEX %s', indexrelid::regclass) AS away,
    pg_get_indexdef(indexrelid) || ARRAY(
      SELECT format('ALTER INDEX %s ALTER COLUMN %s SET STATISTICS %s', indexrelid::regclass, attnum, attstattarget)
      FROM pg_attribute WHERE attrelid = indexrelid AND attstattarget >= 0
    ) AS back
  FROM pg_index WHERE indrelid = ANY($1::regclass[])
    AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid AND contype IN ('p', 'u', 'x'))
  ORDER BY indexrelid::regclass::text`;
