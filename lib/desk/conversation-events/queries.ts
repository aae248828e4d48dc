import { queryPrepared } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { ownConversation } from "../../base/access/statements.ts";
import { toEventJson } from "./json.ts";
import type { EventJson, EventListResponse, ListEventsQuery } from "./schema.ts";

export type EventRow = Pick<EventJson, "seq" | "afterSeq" | "kind" | "via"> & {
  actorId: string | null;
  actorName: string | null;
  targetId: string | null;
  targetName: string | null;
  until: Date | null;
  score: number | null;
  days: number | null;
  createdAt: Date;
};

const beforeRange = (before: number | undefined) =>
  before === undefined ? Prisma.empty : Prisma.sql`AND seq < ${before}`;

/**
 * Returns a page of a conversation's events, oldest first; without a position, the newest ones. For a conversation out of
 * reach the statement has no row, for an empty page one row without an event. Throws `not_found`.
 */
export async function listEvents(
  scope: OwnerScope,
  conversationId: string,
  { after, before, limit }: ListEventsQuery,
): Promise<EventListResponse> {
  const range = after !== undefined ? Prisma.sql`AND seq > ${after}` : beforeRange(before);
  const order = after !== undefined ? Prisma.sql`ASC` : Prisma.sql`DESC`;
  const rows = await queryPrepared<EventRow | { seq: null }>(Prisma.sql`
    SELECT e.seq, e.after_seq AS "afterSeq", e.kind, e.via, e.actor_id AS "actorId", e.actor_name AS "actorName",
      e.target_id AS "targetId", e.target_name AS "targetName", e.until, e.days, e.score, e.created_at AS "createdAt"
    FROM conversations c
    LEFT JOIN LATERAL (
      SELECT * FROM conversation_events WHERE conversation_id = c.id ${range} ORDER BY seq ${order} LIMIT ${limit + 1}
    ) e ON true
    WHERE ${ownConversation(scope, conversationId)}
    ORDER BY e.seq ${order}`);
  if (rows.length === 0) throw new AppError("not_found");
  const found = rows.filter((row) => row.seq !== null);
  const events = found.slice(0, limit).map(toEventJson);
  return { events: after !== undefined ? events : events.reverse(), hasMore: found.length > limit };
}
