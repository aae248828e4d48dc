import { query } from "#platform/database/database.ts";
import { Prisma } from "#prisma-client";

type Waiting = { conversations: number; longestSeconds: number };

/** Counts the conversations of all workspaces whose visitor waits for a reply, and how long the first has waited. */
export async function countWaiting(): Promise<Waiting> {
  const [counted] = await query<Waiting>(Prisma.sql`
    SELECT count(*)::int AS conversations,
      greatest(coalesce(extract(epoch FROM now() - min(waiting_since)), 0), 0)::float8 AS "longestSeconds"
    FROM conversations WHERE waiting_since IS NOT NULL`);
  return counted ?? { conversations: 0, longestSeconds: 0 };
}
