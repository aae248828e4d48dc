import type { Transaction } from "#platform/database/database.ts";
import { Prisma } from "#prisma-client";
import { storeMails } from "../../outbox/mail-queue/statements.ts";

/* The emails that say to a person what became of their reply, and how many of them there may be. */

const ASKED_PER_HOUR = 3;
const MAILED_PER_HOUR = 20;
/** How long an email waits for its turn to be asked about. */
const WAITS = Prisma.sql`interval '1 day'`;

/** When a person was emailed about their replies in the last hour, and whether it was about one that isn't proven to be theirs. */
const mailedTo = (userId: Prisma.Sql) => Prisma.sql`
  SELECT m.created_at AS at, about.belief IS NULL OR about.belief = 'click' AS is_unproven
  FROM mails m JOIN received_mails about ON about.id = m.received_id
  WHERE m.user_id = ${userId} AND m.kind = 'reply_back' AND m.created_at > now() - interval '1 hour'`;

/** Whether a person may be emailed about a reply that isn't proven to be theirs. Anyone who has their address can cause one. */
export const mayBeMailed = (userId: Prisma.Sql) => Prisma.sql`(
  SELECT count(*) < ${MAILED_PER_HOUR} AND count(*) FILTER (WHERE is_unproven) < ${ASKED_PER_HOUR}
  FROM (${mailedTo(userId)}) sent)`;

type Turn = { rowId: string; userId: string; isProven: boolean };

/**
 * Returns when a person may be emailed about a received email if they can't now: at most three an hour are about what isn't proven to
 * be theirs. Those that wait come first, in their order. `isTooLate`: it would wait for more than a day.
 */
export async function findTurn(
  tx: Transaction,
  { rowId, userId, isProven }: Turn,
): Promise<{ at: Date; isTooLate: boolean } | null> {
  const user = Prisma.sql`${userId}::uuid`;
  const [turn] = await tx.query<{ at: Date; isTooLate: boolean }>(Prisma.sql`
    WITH its AS (
      SELECT created_at, id, ${isProven} OR is_released AS is_proven FROM received_mails WHERE id = ${rowId}::uuid
    ), taken AS (
      ${mailedTo(user)}
      UNION ALL
      SELECT r.due_at, true FROM received_mails r, its
      WHERE r.user_id = ${user} AND r.status = 'pending' AND r.due_at > now() AND (r.created_at, r.id) < (its.created_at, its.id)
    ), turn AS (
      SELECT greatest(
        (SELECT at FROM taken ORDER BY at DESC LIMIT 1 OFFSET ${MAILED_PER_HOUR - 1}),
        (SELECT at FROM taken, its WHERE is_unproven AND NOT is_proven ORDER BY at DESC LIMIT 1 OFFSET ${ASKED_PER_HOUR - 1})
      ) + interval '1 hour' AS at
    )
    SELECT turn.at, turn.at > its.created_at + ${WAITS} AS "isTooLate" FROM turn, its WHERE turn.at IS NOT NULL`);
  return turn ?? null;
}

/** Queues an email to the person whose reply ended, from a CTE with its id, conversation_id and user_id. It goes to their account's address. */
export const storeMailBack = (ended: Prisma.Sql, isWanted: Prisma.Sql) =>
  storeMails({
    from: Prisma.sql`${ended} LEFT JOIN conversations c ON c.id = ${ended}.conversation_id WHERE ${isWanted}`,
    kind: "reply_back",
    id: Prisma.sql`gen_random_uuid()`,
    workspaceId: Prisma.sql`c.workspace_id`,
    conversationId: Prisma.sql`c.id`,
    userId: Prisma.sql`${ended}.user_id`,
    receivedId: Prisma.sql`${ended}.id`,
  });
