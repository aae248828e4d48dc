import { Client } from "pg";
import { SERVICE_LOCK } from "#platform/database/service-locks.ts";
import { sessionAt } from "#platform/database/session-settings.ts";
import { StartError } from "../process/start-error.ts";

/** Keeps services from starting on the database while it lasts. */
export type Closure = {
  /** Throws if a service is running there anyway, or if the lock was lost. `outcome` is what the error says about the data. */
  ensure(outcome?: string): Promise<void>;
  end(): Promise<void>;
};

/** Keeps services off a database until `end`. Refuses if one is running. */
export async function keepServicesOut(url: string): Promise<Closure> {
  const client = new Client({ ...sessionAt(url), application_name: "site-inbox-move", keepAlive: true });
  // `ensure` fails if the connection is lost.
  client.on("error", () => undefined);
  const end = () => client.end().catch(() => undefined);
  try {
    await client.connect();
    // A transaction lock, because a pooler may give each transaction another session.
    await client.query("BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0");
    const { rows } = await client.query<{ free: boolean }>("SELECT pg_try_advisory_xact_lock($1) AS free", [
      SERVICE_LOCK,
    ]);
    if (!rows[0]?.free || (await isAtWork(client))) {
      throw new StartError("the service is running. Stop it on every host first");
    }
    return {
      async ensure(outcome = "so nothing was changed") {
        if (!(await isAtWork(client))) return;
        throw new StartError(`a service started in the meantime, ${outcome}. Stop it on every host first`);
      },
      end,
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/** Also finds services without the lock: of an older version, or through a pooler that doesn't keep it. */
async function isAtWork(client: Client): Promise<boolean> {
  // In a transaction, the list would stay as first seen.
  await client.query("SELECT pg_stat_clear_snapshot()");
  const { rowCount } = await client.query(
    `SELECT 1 FROM pg_stat_activity
     WHERE datname = current_database() AND application_name IN ('site-inbox', 'site-inbox-listen') LIMIT 1`,
  );
  return rowCount === 1;
}
