import { Client, DatabaseError } from "pg";
import { readPassword, SUPERUSER } from "./create-cluster.ts";
import type { Home } from "./home.ts";

const DATABASE = "site_inbox";
const CONNECT_TIMEOUT_MS = 5_000;
const STARTING_OR_STOPPING = "57P03";
const NO_SUCH_DATABASE = "3D000";

export async function urlOf(home: Home, port: number, database = DATABASE): Promise<string> {
  return `postgresql://${SUPERUSER}:${await readPassword(home.folder)}@127.0.0.1:${port}/${database}?sslmode=disable`;
}

/** Whether our server accepts connections there. Creates its database if it's still missing. */
export async function responds(home: Home, port: number): Promise<boolean> {
  try {
    await query(await urlOf(home, port), "SELECT 1");
    return true;
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code === STARTING_OR_STOPPING) return false;
    if (error.code !== NO_SUCH_DATABASE) throw error;
  }
  await query(await urlOf(home, port, "postgres"), `CREATE DATABASE ${DATABASE}`);
  return true;
}

async function query(url: string, text: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  // If the server disappears, the query fails too, and its error is handled.
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query(text);
  } finally {
    await client.end();
  }
}
