import type { Run } from "./insert-rows.ts";
import { sql } from "./stored-rows.ts";

const TABLES = `
  SELECT format('%I.%I', nspname, relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE relkind = 'r' AND nspname <> 'information_schema' AND nspname NOT LIKE 'pg\\_%'`;

/**
 * Counts the rows that contain one of these texts in any column, by table: every table of every schema, the job queue's too.
 * Tables without any are left out. The texts have no quotes and no backslashes.
 */
export async function rowsContaining(texts: string[], run: Run = sql): Promise<Record<string, number>> {
  const tables = await run(TABLES);
  const wanted = texts.flatMap((text) => [text, Buffer.from(text).toString("hex")]);
  const patterns = wanted.map((text) => `%${text.replaceAll(/[%_]/g, "\\$&")}%`);
  const counts = tables.map(
    ({ name }) => `SELECT '${name}' AS name, count(*)::int AS count FROM ${name} t WHERE t::text LIKE ANY ($1)`,
  );
  const rows = await run(counts.join(" UNION ALL "), [patterns]);
  const found = rows.filter(({ count }) => count !== 0);
  return Object.fromEntries(found.map(({ name, count }) => [String(name).replace("public.", ""), Number(count)]));
}
