import { expect, test } from "@playwright/test";
import { query, scratchDatabase } from "../../support/database.ts";
import { prismaSchemaSql } from "../../support/prisma-schema-sql.ts";

const COLUMNS = `
  SELECT c.relname AS "table", a.attname AS "column", format_type(a.atttypid, a.atttypmod) AS type,
         a.attnotnull AS required, CASE WHEN a.attgenerated = '' THEN pg_get_expr(d.adbin, d.adrelid) END AS "default"
  FROM pg_attribute a
  JOIN pg_class c ON c.oid = a.attrelid AND c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
  LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
  WHERE a.attnum > 0 AND NOT a.attisdropped AND c.relname <> '_prisma_migrations' ORDER BY 1, 2`;

const KEYS = `
  SELECT conrelid::regclass::text AS "table", conname AS name, pg_get_constraintdef(oid) AS definition
  FROM pg_constraint WHERE contype IN ('p', 'f', 'u') AND connamespace = 'public'::regnamespace
    AND conrelid <> coalesce(to_regclass('_prisma_migrations'), 0) ORDER BY 1, 2`;

// Prisma knows neither partial indexes nor those of expressions, covering columns, generated ones or storage parameters.
const INDEXES = `
  SELECT indrelid::regclass::text AS "table", indexrelid::regclass::text AS name,
         regexp_replace(pg_get_indexdef(indexrelid), ' (INCLUDE|WITH) \\([^)]*\\)', '') AS definition
  FROM pg_index JOIN pg_class c ON c.oid = indrelid AND c.relnamespace = 'public'::regnamespace
  WHERE indpred IS NULL AND indexprs IS NULL AND c.relname <> '_prisma_migrations' ORDER BY 1, 2`;

test("the migrations create exactly the tables of schema.prisma", async () => {
  const migrated = await scratchDatabase("migrated");
  const described = await scratchDatabase("empty");
  try {
    await query(described.url, await prismaSchemaSql(described.url));
    for (const catalog of [COLUMNS, KEYS, INDEXES]) {
      const expected = await query(described.url, catalog);
      expect(expected.length).toBeGreaterThan(0);
      expect(await query(migrated.url, catalog)).toEqual(expected);
    }
  } finally {
    await migrated.drop();
    await described.drop();
  }
});
