import { randomBytes } from "node:crypto";
import { Client, type QueryResultRow } from "pg";
import { testEnvironment } from "./environment.ts";

export type ScratchDatabase = { url: string; drop(): Promise<void> } & AsyncDisposable;

/** A database of a test's own, beside the service's: with all tables in it, or with nothing at all. */
export async function scratchDatabase(content: "migrated" | "empty" = "migrated"): Promise<ScratchDatabase> {
  const name = `scratch_${randomBytes(6).toString("hex")}`;
  const template = content === "migrated" ? testEnvironment.templateName : "template0";
  await query(testEnvironment.databaseUrl, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  const url = new URL(testEnvironment.databaseUrl);
  url.pathname = `/${name}`;
  const drop = async () => {
    await query(testEnvironment.databaseUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  };
  return { url: url.href, drop, [Symbol.asyncDispose]: drop };
}

/** Runs one statement on a connection of its own. */
export async function query<Row extends QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}
