import { Client } from "pg";
import { StartError } from "../start-error.ts";

const OLDEST = 14;
const CONNECT_TIMEOUT_MS = 10_000;

/** Makes sure that a database, by default that of DATABASE_URL, can be reached and keeps text as the service needs it. */
export async function checkExternal(url: string, called = "of DATABASE_URL"): Promise<void> {
  const { encoding, version } = await askServer(url, called);
  if (encoding !== "UTF8") {
    throw new StartError(`the database ${called} has the encoding ${encoding}: it must be UTF8`);
  }
  if (version < OLDEST * 10_000) {
    throw new StartError(
      `the server ${called} is PostgreSQL ${Math.floor(version / 10_000)}: ${OLDEST} is the oldest that works`,
    );
  }
}

async function askServer(url: string, called: string): Promise<{ encoding: string; version: number }> {
  try {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
    client.on("error", () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<{ encoding: string; version: string }>(
        `SELECT pg_encoding_to_char(encoding) AS encoding, current_setting('server_version_num') AS version
         FROM pg_database WHERE datname = current_database()`,
      );
      return { encoding: rows[0]?.encoding ?? "unknown", version: Number(rows[0]?.version) };
    } finally {
      await client.end().catch(() => undefined);
    }
  } catch (error) {
    throw new StartError(`the database ${called} cannot be used: ${wordsFor(error)}`, { cause: error });
  }
}

// A name with several addresses fails with one error for each, and an empty message of its own.
function wordsFor(error: unknown): string {
  if (error instanceof AggregateError) return wordsFor(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
