import { type Client, DatabaseError } from "pg";
import { StartError } from "../start-error.ts";
import type { Table } from "./tables.ts";

/** Nobody can say whether the last step was done. */
export class OutcomeUnknown extends StartError {}

const LOST =
  "the connection was lost during the last step, so it is unknown whether the move succeeded. Run the same command again: if it says that the target already has data, it did";

/** Throws OutcomeUnknown where the connection was lost meanwhile. */
export async function commit(client: Client): Promise<void> {
  try {
    await client.query("COMMIT");
  } catch (error) {
    // An answer that is no end of the session means that PostgreSQL has refused, and kept nothing.
    if (error instanceof DatabaseError && error.severity === "ERROR") throw error;
    throw new OutcomeUnknown(LOST, { cause: error });
  }
}

/** The planner's statistics, and what lets an index answer alone. PostgreSQL comes to it later too, so it may fail. */
export async function tidy(client: Client, tables: Table[]): Promise<void> {
  for (const { name } of tables) await client.query(`VACUUM (ANALYZE) ${name}`).catch(() => undefined);
}
