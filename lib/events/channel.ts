import { createHash } from "node:crypto";
import { Prisma } from "#prisma-client";
import { query } from "../db.ts";

const shared = globalThis as typeof globalThis & { siteInboxChannel?: Promise<string> };

/** What the processes of one database call each other by on a Redis, where those of another database may be too. */
export function channelOfDatabase(): Promise<string> {
  shared.siteInboxChannel ??= read().catch((error: unknown) => {
    delete shared.siteInboxChannel;
    throw error;
  });
  return shared.siteInboxChannel;
}

// An address may differ from machine to machine. The record of the first migration was made up once, in this database.
async function read(): Promise<string> {
  const [row] = await query<{ id: string; name: string }>(Prisma.sql`
    SELECT id, current_database() AS name FROM _prisma_migrations
    WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name LIMIT 1`);
  if (!row) throw new Error("the database has no migrations");
  const hash = createHash("sha256").update(`${row.id} ${row.name}`).digest("hex");
  return `site-inbox:${hash.slice(0, 32)}:notices`;
}
