import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";
import { SESSION_TIMEOUTS, STATEMENT_TIMEOUT_MS, sessionAt } from "#platform/database/session-settings.ts";
import { printError } from "../process/console.ts";
import { StartError } from "../process/start-error.ts";

const OLDEST = 14;
const CONNECT_TIMEOUT_MS = 10_000;
// A server that's starting or recovering rejects connections (57P03). It gets this long to finish.
const STARTING_PATIENCE_MS = 30_000;
const STARTING_RETRY_MS = 250;
// Ш represents all letters except A to Z. Other encodings than UTF-8, which are refused, may not have it.
const CYRILLIC_SHA = 0x0428;
const LATIN_A = 0x41;

/** Checks that a database, by default that of DATABASE_URL, is reachable and stores text as the service needs. */
export async function checkExternal(url: string, called = "of DATABASE_URL", warn = printError): Promise<void> {
  const { encoding, version, isSet, knowsCase } = await askServer(url, called);
  if (encoding !== "UTF8") {
    throw new StartError(`the database ${called} has the encoding ${encoding}, but must have UTF8`);
  }
  if (version < OLDEST * 10_000) {
    throw new StartError(
      `the server ${called} is PostgreSQL ${Math.floor(version / 10_000)}: ${OLDEST} is the oldest supported version`,
    );
  }
  if (!isSet) throw new StartError(`the pooler ${called} drops settings that the service needs: ${REMEDY}`);
  if (!knowsCase) warn(`The database ${called} ${CASE_LOST}`);
}

const CASE_LOST =
  "treats Ш and ш as different letters, and so does the search. docs/operating/database-and-backup.md shows how to create one that doesn't";

const REMEDY =
  "give them to the account with ALTER ROLE … SET TimeZone = 'UTC', DateStyle = 'ISO', default_transaction_isolation = 'read committed' and statement_timeout = '5s', one by one";

type ServerFacts = { encoding: string; version: number; isSet: boolean; knowsCase: boolean };

async function askServer(url: string, called: string): Promise<ServerFacts> {
  const deadline = Date.now() + STARTING_PATIENCE_MS;
  for (;;) {
    try {
      return await askOnce(url);
    } catch (error) {
      if (!isStarting(error) || Date.now() > deadline) {
        throw new StartError(`the database ${called} cannot be used: ${wordsFor(error)}`, { cause: error });
      }
    }
    await wait(STARTING_RETRY_MS);
  }
}

const isStarting = (error: unknown) => error instanceof Error && "code" in error && error.code === "57P03";

async function askOnce(url: string): Promise<ServerFacts> {
  const client = new Client({
    ...sessionAt(url),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...SESSION_TIMEOUTS,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<Omit<ServerFacts, "version"> & { version: string }>(
      `SELECT pg_encoding_to_char(encoding) AS encoding, current_setting('server_version_num') AS version,
           lower(capital) <> capital AS "knowsCase",
           current_setting('TimeZone') IN ('UTC', 'Etc/UTC') AND current_setting('DateStyle') LIKE 'ISO%'
             AND current_setting('default_transaction_isolation') = 'read committed'
             AND (SELECT setting::int BETWEEN 1 AND $1 FROM pg_settings WHERE name = 'statement_timeout') AS "isSet"
         FROM pg_database, chr(CASE pg_encoding_to_char(encoding) WHEN 'UTF8' THEN ${CYRILLIC_SHA} ELSE ${LATIN_A} END) AS capital
         WHERE datname = current_database()`,
      [STATEMENT_TIMEOUT_MS],
    );
    const [row] = rows;
    if (!row) throw new Error("the server reports no version");
    return { ...row, version: Number(row.version) };
  } finally {
    await client.end().catch(() => undefined);
  }
}

function wordsFor(error: unknown): string {
  // A host name with several addresses fails with one error per address and an empty message of its own.
  if (error instanceof AggregateError) return wordsFor(error.errors[0]);
  const words = error instanceof Error ? error.message : String(error);
  if (words.includes("client password must be"))
    return "it requires a password: set PGPASSWORD, or put it in the address";
  if (!words.includes("unsupported startup parameter")) return words;
  return `${words}; let PgBouncer ignore it with ignore_startup_parameters (see docs/operating/scaling.md)`;
}
