import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { Client } from "pg";
import { scratchDatabase } from "../../support/database.ts";

const FOLDER = "prisma/functions";

// `isWritten` is whether this transaction wrote it.
const DEFINITIONS = `
  SELECT proname AS name, pg_get_functiondef(oid) AS definition, xmin = pg_current_xact_id()::xid AS "isWritten"
  FROM pg_proc WHERE pronamespace = 'public'::regnamespace
  UNION ALL
  SELECT tgname, pg_get_triggerdef(oid) || ' ' || tgenabled::text, xmin = pg_current_xact_id()::xid
  FROM pg_trigger WHERE NOT tgisinternal
  ORDER BY 1, 2`;

type Definition = { name: string; definition: string; isWritten: boolean };

async function definitions(client: Client): Promise<Definition[]> {
  return (await client.query<Definition>(DEFINITIONS)).rows;
}

test("each function and trigger of a migrated database is in its file of prisma/functions, and nothing else is", async () => {
  await using database = await scratchDatabase();
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    const migrated = await definitions(client);
    const functions: string[] = [];
    await client.query("BEGIN");
    for (const file of (await readdir(FOLDER)).sort()) {
      const text = await readFile(`${FOLDER}/${file}`, "utf8");
      expect(text, "the file says first what its function guarantees").toMatch(/^-- [A-Z]/);
      const name = file.replace(/\.sql$/, "");
      const defined = [...text.matchAll(/^CREATE OR REPLACE FUNCTION "(\w+)"/gm)].map(([, one]) => one);
      const run = [...text.matchAll(/EXECUTE FUNCTION "(\w+)"/g)].map(([, one]) => one);
      expect([...new Set([...defined, ...run])], file).toEqual([name]);
      functions.push(name);
      await client.query(text);
    }
    expect(await definitions(client)).toEqual(migrated.map((one) => ({ ...one, isWritten: true })));
    expect(functions.length).toBeGreaterThan(30);
  } finally {
    await client.end();
  }
});
