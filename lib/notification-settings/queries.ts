import { query } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../access/scopes.ts";

export type QuietRow = { from: number | null; until: number | null; timeZone: string | null };

/** Returns when the caller isn't notified, as minutes of the day. */
export async function getQuietHours(scope: OwnerScope): Promise<QuietRow> {
  const [row] = await query<QuietRow>(Prisma.sql`
    SELECT quiet_from AS "from", quiet_until AS until, time_zone AS "timeZone" FROM users WHERE id = ${scope.userId}::uuid`);
  if (!row) throw new AppError("unauthenticated");
  return row;
}

/** Returns after how many minutes a site's unread conversations escalate. Throws `not_found`. */
export async function getEscalation(scope: OwnerScope, siteId: string): Promise<{ minutes: number | null }> {
  const [row] = await query<{ minutes: number | null }>(Prisma.sql`
    SELECT escalation_minutes AS minutes FROM sites
    WHERE id = ${siteId}::uuid AND workspace_id = ${scope.workspaceId}::uuid`);
  if (!row) throw new AppError("not_found");
  return row;
}
