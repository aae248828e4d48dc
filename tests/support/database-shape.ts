import { query } from "./database.ts";

const SHAPE = `
  SELECT 'index' AS kind, pg_get_indexdef(indexrelid) AS definition FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
  WHERE c.relnamespace = 'public'::regnamespace
  UNION ALL SELECT 'constraint', conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || ' ' || convalidated
  FROM pg_constraint WHERE connamespace = 'public'::regnamespace
  UNION ALL SELECT 'trigger', pg_get_triggerdef(t.oid) || ' ' || tgenabled::text FROM pg_trigger t
  WHERE NOT tgisinternal
  UNION ALL SELECT 'statistics', attrelid::regclass || ' ' || attname || ' ' || attstattarget FROM pg_attribute a
  JOIN pg_class c ON c.oid = a.attrelid WHERE c.relnamespace = 'public'::regnamespace AND attstattarget >= 0 AND attnum > 0
  UNION ALL SELECT 'column', table_name || ' ' || column_name || ' ' || data_type || ' ' || is_nullable
  FROM information_schema.columns WHERE table_schema = 'public'
  ORDER BY 1, 2`;

/** Everything that the catalog says of a database's tables. */
export const databaseShape = (url: string) => query<{ kind: string; definition: string }>(url, SHAPE);
