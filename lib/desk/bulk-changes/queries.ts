import { db, query } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { isoTime } from "#platform/timestamp.ts";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { inWorkspace } from "../../base/access/where.ts";
import type { ListFilter } from "../conversations/filter.ts";
import type { BulkChangeRow } from "./json.ts";
import { refuseSlow } from "./refuse-slow.ts";
import { CONVERSATIONS_MAX } from "./schema.ts";
import { countMatches } from "./statements.ts";

type Counted = { count: number; asOf: Date };

/** Counts what a bulk change of a filter would be about, up to the most that one may have. Throws what `refuseSlow` throws. */
export async function countMatching(
  scope: OwnerScope,
  filter: ListFilter,
): Promise<{ count: number; moreMatch?: true; asOf: string }> {
  const [row] = await query<Counted>(countMatches(scope, filter)).catch(refuseSlow);
  const { count = 0, asOf = new Date() } = row ?? {};
  const all = count > CONVERSATIONS_MAX ? { count: CONVERSATIONS_MAX, moreMatch: true as const } : { count };
  return { ...all, asOf: isoTime(asOf) };
}

/** Returns one of the caller's bulk changes. Throws `not_found`. */
export async function getBulkChange(scope: OwnerScope, id: string): Promise<BulkChangeRow> {
  const row = await db().bulkChange.findFirst({
    where: { id, userId: scope.userId, ...inWorkspace(scope) },
    omit: { workspaceId: true, userId: true, keyId: true, change: true, workedAt: true },
  });
  if (!row) throw new AppError("not_found");
  return row;
}
