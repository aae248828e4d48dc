import { createHash } from "node:crypto";
import { Prisma } from "#prisma-client";
import { query } from "../database/database.ts";
import { processWide } from "../process-wide.ts";

const known = processWide("database name", (): { name?: Promise<string> } => ({}))();

/**
 * Returns the prefix of every name that the processes of one database use in Redis, which other services may share.
 */
export function nameOfDatabase(): Promise<string> {
  known.name ??= read().catch((error: unknown) => {
    delete known.name;
    throw error;
  });
  return known.name;
}

/** Returns the channel that the processes of one database share. */
export const channelOfDatabase = async (): Promise<string> => `${await nameOfDatabase()}:notices`;

// An address may differ from machine to machine. The record of the first migration is unique to this database.
async function read(): Promise<string> {
  const [row] = await query<{ id: string; name: string }>(Prisma.sql`
    SELECT id, current_database() AS name FROM _prisma_migrations
    WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name LIMIT 1`);
  if (!row) throw new Error("the database has no migrations");
  const hash = createHash("sha256").update(`${row.id} ${row.name}`).digest("hex");
  return `site-inbox:${hash.slice(0, 32)}`;
}
