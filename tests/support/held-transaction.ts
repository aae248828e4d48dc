import { expect } from "@playwright/test";
import { Client } from "pg";
import { testEnvironment } from "./environment.ts";
import type { Run } from "./insert-rows.ts";
import { sql } from "./stored-rows.ts";

export type HeldTransaction = {
  run: Run;
  /** Resolves once so many wait for a lock of this transaction. */
  untilWaitedFor(least?: number): Promise<void>;
  end(how: "COMMIT" | "ROLLBACK"): Promise<void>;
} & AsyncDisposable;

/** A transaction of a test's own, by default on the database of the service under test, open until the test ends it. */
export async function holdTransaction(databaseUrl = testEnvironment.databaseUrl): Promise<HeldTransaction> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("BEGIN");
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  // The second to come waits for the first.
  const waiting = () =>
    sql(
      `WITH RECURSIVE waiting AS (
         SELECT pid FROM pg_stat_activity WHERE $1::int = ANY (pg_blocking_pids(pid))
         UNION SELECT a.pid FROM pg_stat_activity a JOIN waiting w ON w.pid = ANY (pg_blocking_pids(a.pid))
       ) SELECT pid FROM waiting`,
      [rows[0]?.pid],
    );
  return {
    run: async (text, values) => (await client.query(text, values)).rows,
    untilWaitedFor: (least = 1) => expect.poll(async () => (await waiting()).length).toBeGreaterThanOrEqual(least),
    end: async (how) => void (await client.query(how)),
    [Symbol.asyncDispose]: () => client.end(),
  };
}
