import { Client, DatabaseError } from "pg";
import { sessionAt } from "#platform/database/session-settings.ts";
import { StartError, startErrorFrom } from "../process/start-error.ts";
import { OutcomeUnknown } from "./commit.ts";

const LONGEST_WAIT_FOR_LOCK = "10s";
const LOCK_NOT_AVAILABLE = "55P03";
const CONNECT_TIMEOUT_MS = 10_000;
// Lets the server notice during a statement that this process is gone. Not every system can.
const NOTICE_OUR_END = "SET client_connection_check_interval = '1s'";
// Rows are compared as text, so all servers have to write them alike.
const ALIKE = "SET TimeZone = 'UTC'; SET DateStyle = 'ISO'; SET IntervalStyle = 'postgres'; SET bytea_output = 'hex';";
const UNHURRIED = `SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0;
  SET lock_timeout = '${LONGEST_WAIT_FOR_LOCK}';`;
const MEMORY_FOR_INDEXES = `SELECT set_config('maintenance_work_mem', '256MB', false)
  WHERE pg_size_bytes(current_setting('maintenance_work_mem')) < pg_size_bytes('256MB')`;

type Options = {
  signal?: AbortSignal | undefined;
  /** The error if the signal ended it. */
  ended: string;
  /** The start of an error that doesn't itself say what was kept. */
  failed: string;
};

/** Runs long work on a connection of its own, which the signal cuts, even in the middle of a stream. */
export async function withConnection<T>(
  url: string,
  { signal, ended, failed }: Options,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({
    ...sessionAt(url),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: "site-inbox-move",
    keepAlive: true,
  });
  // A lost connection fails the statement that runs on it.
  client.on("error", () => undefined);
  const end = () => client.end().catch(() => undefined);
  const cut = () => void end();
  signal?.addEventListener("abort", cut, { once: true });
  try {
    signal?.throwIfAborted();
    await client.connect();
    await client.query(ALIKE + UNHURRIED + MEMORY_FOR_INDEXES);
    await client.query(NOTICE_OUR_END).catch(() => undefined);
    return await work(client);
  } catch (error) {
    if (error instanceof OutcomeUnknown) throw error;
    if (signal?.aborted) throw new StartError(ended);
    throw startErrorFrom(inPlainWords(error), failed);
  } finally {
    signal?.removeEventListener("abort", cut);
    await end();
  }
}

function inPlainWords(error: unknown): unknown {
  if (!(error instanceof DatabaseError) || error.code !== LOCK_NOT_AVAILABLE) return error;
  return new Error(
    `something else is using the tables and did not finish within ${LONGEST_WAIT_FOR_LOCK}. If you have just stopped a backup, restore or move, its last step may still be running: try again in a minute`,
  );
}
