import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import type { NewMessage } from "./rules.ts";

/*
 * How a scheduled reply becomes a message: the statement that stores the message locks the reply's row first, and deletes it only
 * with the message that it inserted. So neither a kill nor a second process loses or repeats one. The row of one with actions
 * stays until they're done.
 */

/** What the writer of a scheduled reply knew when they pressed Send. */
export type Knew = { seenSeq: number; seenNote: number; visitorSeq: number; email: string | null };

/** A scheduled reply that's sent now. Without `knew`, its writer said so, whatever happened meanwhile. */
export type Release = { id: string; knew?: Knew };

/** An expression: why a scheduled reply to a conversation isn't sent, or null (prisma/functions/why_stopped.sql). */
export const whyStopped = (
  { userId }: Pick<OwnerScope, "userId">,
  conversationId: Prisma.Sql,
  { seenSeq, seenNote, visitorSeq, email }: Knew,
) => Prisma.sql`
  why_stopped(${conversationId}, ${userId}::uuid, ${seenSeq}::int, ${seenNote}::int, ${visitorSeq}::int, ${email}::text)`;

/** Matches a scheduled reply, `r`, that may be sent. It may have been put off, stopped or taken back meanwhile. */
export const mayRelease = ({ userId }: Pick<OwnerScope, "userId">, { id, knew }: Release) => Prisma.sql`
  r.id = ${id}::uuid AND r.user_id = ${userId}::uuid
  AND ${knew ? Prisma.sql`r.state = 'scheduled' AND r.send_at <= clock_timestamp()` : Prisma.sql`r.state IN ('scheduled', 'stopped')`}`;

/** The CTE that locks a scheduled reply. It comes before the claim of the key. */
export const lockReleased = (scope: OwnerScope, release: Release) => Prisma.sql`
  released AS MATERIALIZED (
    SELECT r.id FROM scheduled_replies r WHERE ${mayRelease(scope, release)} FOR UPDATE
  ),`;

/** Part of the claim's condition. */
export const IS_RELEASED = Prisma.sql`AND EXISTS (SELECT FROM released)`;

/** The CTEs that delete the reply whose message, `m`, was stored, or note that its actions are being done. */
export const END_RELEASED = Prisma.sql`, unscheduled AS (
    DELETE FROM scheduled_replies r USING m WHERE r.id = m.id AND r.reply -> 'actions' IS NULL
  ), acting AS (
    UPDATE scheduled_replies r SET state = 'acting', reason = NULL, try_at = clock_timestamp() + interval '10 seconds', tries = 0,
      updated_at = clock_timestamp()
    FROM m WHERE r.id = m.id AND r.reply -> 'actions' IS NOT NULL
  )`;

/** Part of the claim's condition: the key isn't a scheduled reply's, sent or not. */
export const notScheduled = ({ sender, key }: NewMessage): Prisma.Sql =>
  key === null
    ? Prisma.empty
    : Prisma.sql`AND NOT EXISTS (SELECT FROM scheduled_replies r WHERE r.user_id = ${sender.id}::uuid AND r.key = ${key})`;
