import { randomBytes } from "node:crypto";
import type { Client } from "pg";
import { onOwnConnection } from "../database/own-connection.ts";

const DISK_FULL = "53100";

/** A backup can't be restored here for its check, and why. */
export class NoScratchDatabase extends Error {}

type Source = { oid: string; encoding: string; collate: string; ctype: string; schema: string };

/**
 * Creates an empty database beside another one, and drops it in the end. Those that killed processes left are dropped first, so only
 * one at a time may do this for a database. Throws `NoScratchDatabase` if the server doesn't allow it.
 */
export async function withScratchDatabase<T>(url: string, work: (url: string) => Promise<T>): Promise<T> {
  const { name, scratch } = await withClient(url, async (client) => {
    const { rows } = await client.query<Source>(SOURCE);
    const [source] = rows;
    if (!source) throw new Error("the database isn't listed");
    // Long, if the server is busy.
    await client.query("SET statement_timeout = 0");
    await dropLeft(client, source).catch(() => undefined);
    const made = `${startOf(source)}${randomBytes(4).toString("hex")}`;
    await create(client, made, source);
    const address = databaseAt(url, made);
    await prepare(address, made, source);
    return { name: made, scratch: address };
  });
  try {
    return await work(scratch);
  } catch (error) {
    if (isFull(error)) throw new NoScratchDatabase("the server has too little space");
    throw error;
  } finally {
    // If that fails, the next one drops it.
    await withClient(url, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)).catch(
      () => undefined,
    );
  }
}

const withClient = <T>(url: string, work: (client: Client) => Promise<T>): Promise<T> =>
  onOwnConnection(url, work, "site-inbox-backup");

function isFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("code" in error && error.code === DISK_FULL) || isFull(error.cause);
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

const SOURCE = `
  SELECT oid::text AS oid, pg_encoding_to_char(encoding) AS encoding, quote_literal(datcollate) AS collate,
    quote_literal(datctype) AS ctype, quote_ident(current_schema()) AS schema
  FROM pg_database WHERE datname = current_database()`;

// Not another service's: each knows its own by the number of its database.
const startOf = ({ oid }: Source) => `site_inbox_check_${oid}_`;

async function dropLeft(client: Client, source: Source): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)",
    [startOf(source)],
  );
  for (const { name } of rows) await client.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
}

async function create(client: Client, name: string, { encoding, collate, ctype }: Source): Promise<void> {
  const like = `ENCODING '${encoding}' LC_COLLATE ${collate} LC_CTYPE ${ctype}`;
  try {
    await client.query(`CREATE DATABASE ${name} TEMPLATE template0 ${like} CONNECTION LIMIT 5`);
    await client.query(`REVOKE CONNECT ON DATABASE ${name} FROM PUBLIC`);
  } catch (error) {
    throw new NoScratchDatabase(reasonOf(error));
  }
}

function databaseAt(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

/** Makes sure that it's the new database: a pooler may lead every name to the same one. */
async function prepare(url: string, name: string, { oid, schema }: Source): Promise<void> {
  const look = withClient(url, async (client) => {
    const { rows } = await client.query<{ isNew: boolean }>(IS_NEW, [name, oid]);
    if (rows[0]?.isNew) await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
    return rows[0]?.isNew === true;
  });
  const isNew = await look.catch((error: unknown) => {
    throw new NoScratchDatabase(reasonOf(error));
  });
  if (!isNew) throw new NoScratchDatabase("the address leads to the same database under another name");
}

const IS_NEW = `
  SELECT current_database() = $1 AND oid::text <> $2
    AND NOT EXISTS (SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname !~ '^pg_' AND n.nspname <> 'information_schema') AS "isNew"
  FROM pg_database WHERE datname = current_database()`;
