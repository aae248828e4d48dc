import { type Client, DatabaseError } from "pg";
import { StartError } from "../process/start-error.ts";
import type { Table } from "./tables.ts";

/** It's unknown whether the last step was committed. */
export class OutcomeUnknown extends StartError {}

const LOST =
  "the connection was lost during the last step, so it is unknown whether the move succeeded. Run the same command again: if it says that the target already has data, it did";

/** Throws OutcomeUnknown if the connection is lost meanwhile. */
export async function commit(client: Client): Promise<void> {
  try {
    await client.query("COMMIT");
  } catch (error) {
    // An error that doesn't end the session means that PostgreSQL rejected the commit, and stored nothing.
    if (error instanceof DatabaseError && error.severity === "ERROR") throw error;
    throw new OutcomeUnknown(LOST, { cause: error });
  }
}

/** Updates the planner's statistics and the visibility map. PostgreSQL does so later too, so this may fail. */
export async function tidy(client: Client, tables: Table[]): Promise<void> {
  for (const { name } of tables) await client.query(`VACUUM (ANALYZE) ${name}`).catch(() => undefined);
}
