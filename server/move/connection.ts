import { Client } from "pg";

export const LONGEST_WAIT_FOR_LOCK = "10s";

const CONNECT_TIMEOUT_MS = 10_000;
// Lets a server notice within a statement that we are gone. Not every system can.
const NOTICE_OUR_END = "SET client_connection_check_interval = '1s'";
// Rows are compared as text, so all servers have to write it alike.
const ALIKE = "SET TimeZone = 'UTC'; SET DateStyle = 'ISO'; SET IntervalStyle = 'postgres'; SET bytea_output = 'hex';";
const UNHURRIED = `SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0;
  SET lock_timeout = '${LONGEST_WAIT_FOR_LOCK}';`;
const ROOM_FOR_INDEXES = `SELECT set_config('maintenance_work_mem', '256MB', false)
  WHERE pg_size_bytes(current_setting('maintenance_work_mem')) < pg_size_bytes('256MB')`;

/** A connection for what takes long, not open yet. */
export function connectionTo(url: string): Client {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: "site-inbox-move",
    keepAlive: true,
  });
  // A connection that is lost fails the statement, which is where it is handled.
  client.on("error", () => undefined);
  return client;
}

/** Opens it, and sets it so that rows are written as the same text everywhere. */
export async function open(client: Client): Promise<void> {
  await client.connect();
  await client.query(ALIKE + UNHURRIED);
  await client.query(NOTICE_OUR_END).catch(() => undefined);
}

export async function giveRoomForIndexes(client: Client): Promise<void> {
  await client.query(ROOM_FOR_INDEXES);
}
