import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { storeActivity } from "../../base/activity/statements.ts";
import { CONVERSATION_REF, changedBy, IS_SETTLED, NEXT_VERSION } from "../../base/changes/statements.ts";
import type { EventType } from "../../outbox/webhooks/event-types.ts";
import { conversationData, storeDeliveries } from "../../outbox/webhooks/statements.ts";

/**
 * Changes conversations, `c`, notifies webhooks about each, and returns their ConversationRefs. `change` is an UPDATE
 * with a WHERE, and `data` what the event says. In SQL, because live updates need each change in order, and one statement
 * decides races.
 */
export const changeAndNotify = (change: Prisma.Sql, type: EventType, data: Prisma.Sql) => Prisma.sql`
  WITH changed AS (${change} RETURNING c.*), delivery AS (${storeDeliveries(Prisma.sql`
    SELECT c.site_id, c.workspace_id, c.id AS conversation_id, NULL::uuid AS message_id, ${type}::text AS type,
      ${conversationData(data)} AS data
    FROM changed c WHERE NOT c.is_spam`)}
  )
  SELECT ${CONVERSATION_REF} FROM changed c`;

/** Part of an UPDATE of a conversation, `c`: what no longer holds once it isn't snoozed. */
export const NOT_SNOOZED = Prisma.sql`snoozed_at = NULL, snoozed_until = NULL`;

/** Stars conversations, or removes their stars. */
export const storeStar = (own: Prisma.Sql, starred: boolean) =>
  changeAndNotify(
    Prisma.sql`
      UPDATE conversations c SET is_starred = ${starred}, ${NEXT_VERSION}
      WHERE ${own} AND c.is_starred <> ${starred}`,
    "conversation.starred",
    Prisma.sql`jsonb_build_object('starred', c.is_starred)`,
  );

/** A SELECT of conversations, locked. In SQL for the lock. */
export const lockConversations = (own: Prisma.Sql) =>
  Prisma.sql`SELECT c.id FROM conversations c WHERE ${own} ORDER BY c.id FOR NO KEY UPDATE`;

/** Removes labels from conversations, and returns the conversations once for each that they had. In SQL for that. */
export const removeLabels = (conversationIds: string[], labelIds: string[]) => Prisma.sql`
  DELETE FROM conversation_labels
  WHERE conversation_id = ANY (${conversationIds}::uuid[]) AND label_id = ANY (${labelIds}::uuid[])
  RETURNING conversation_id AS id`;

/** Labels conversations, and returns them once for each label they didn't have. In SQL for the period, the inbox lists' own. */
export const storeLabels = (conversationIds: string[], labelIds: string[]) => Prisma.sql`
  INSERT INTO conversation_labels (conversation_id, label_id, last_message_period)
  SELECT c.id, label_id, coalesce(c.last_message_period, period_of(greatest(c.last_message_at, c.woken_at)))
  FROM conversations c, unnest(${labelIds}::uuid[]) AS label_id WHERE c.id = ANY (${conversationIds}::uuid[])
  ON CONFLICT DO NOTHING
  RETURNING conversation_id AS id`;

/** Notes that the labels of these conversations have changed. */
export const noteLabels = (own: Prisma.Sql, conversationIds: string[]) =>
  changeAndNotify(
    Prisma.sql`
      UPDATE conversations c SET has_labels = true, ${NEXT_VERSION} WHERE ${own} AND c.id = ANY (${conversationIds}::uuid[])`,
    "conversation.labeled",
    Prisma.sql`jsonb_build_object('labelIds', ARRAY(
      SELECT l.label_id FROM conversation_labels l WHERE l.conversation_id = c.id ORDER BY l.label_id
    ))`,
  );

/** Snoozes open conversations until a time, or until the visitor replies. */
export const storeSnooze = (scope: OwnerScope, own: Prisma.Sql, time: Date | null) =>
  changeAndNotify(
    Prisma.sql`
      UPDATE conversations c SET snoozed_at = clock_timestamp(), snoozed_until = ${time}, woken_at = NULL, woken_by = NULL,
        turn_ends_at = NULL, ${changedBy(scope)}, ${NEXT_VERSION}
      WHERE ${own} AND c.status = 'open' AND NOT c.is_spam
        AND (c.snoozed_at IS NULL OR c.snoozed_until IS DISTINCT FROM ${time})`,
    "conversation.snoozed",
    Prisma.sql`${JSON.stringify(time === null ? {} : { snoozedUntil: time.toISOString() })}`,
  );

/** Finds one of the conversations that isn't snoozed. */
export const findAwake = (own: Prisma.Sql) =>
  Prisma.sql`SELECT c.id FROM conversations c WHERE ${own} AND c.snoozed_at IS NULL LIMIT 1`;

/** Wakes conversations by hand. */
export const endSnooze = (scope: OwnerScope, own: Prisma.Sql) =>
  changeAndNotify(
    Prisma.sql`
      UPDATE conversations c SET ${NOT_SNOOZED}, ${changedBy(scope)}, ${NEXT_VERSION}
      WHERE ${own} AND c.snoozed_at IS NOT NULL`,
    "conversation.woken",
    Prisma.sql`'{"by": "owner"}'`,
  );

// The visitor's last message is looked up under the row's lock. An automatic one after it doesn't matter.
const isSeen = (seenSeq: number | undefined) =>
  seenSeq === undefined ? Prisma.empty : Prisma.sql`AND last_message_seq(c.id, 'visitor') <= ${seenSeq}`;

/**
 * Says that conversations need no reply, if the visitor waits, or takes it back. A trigger ends and restores the wait. The
 * first also reads them. Returns their ConversationRefs with the team's read position. In SQL, because one statement decides races.
 */
export function storeSettled(scope: OwnerScope, own: Prisma.Sql, isSettled: boolean, seenSeq?: number): Prisma.Sql {
  const change = isSettled
    ? Prisma.sql`
      UPDATE conversations c SET settled_seq = c.last_seq, owner_read_seq = c.last_seq, owner_unread_count = 0,
        last_read_by_owner_at = clock_timestamp(), ${changedBy(scope)}, ${NEXT_VERSION}
      WHERE ${own} AND c.waiting_since IS NOT NULL ${isSeen(seenSeq)}`
    : Prisma.sql`
      UPDATE conversations c SET settled_seq = NULL, ${changedBy(scope)}, ${NEXT_VERSION}
      WHERE ${own} AND ${IS_SETTLED}`;
  return Prisma.sql`
    WITH changed AS (${change} RETURNING c.*), delivery AS (${storeDeliveries(Prisma.sql`
      SELECT c.site_id, c.workspace_id, c.id AS conversation_id, NULL::uuid AS message_id, 'conversation.updated' AS type,
        ${conversationData(Prisma.sql`jsonb_build_object('status', c.status, 'noReplyNeeded', ${isSettled}::boolean)`)} AS data
      FROM changed c WHERE NOT c.is_spam`)}
    ), noted AS (${storeActivity(
      {
        scope,
        action: isSettled ? "conversation.settled" : "conversation.unsettled",
        siteId: Prisma.sql`c.site_id`,
        conversationId: Prisma.sql`c.id`,
      },
      Prisma.sql`changed c`,
    )})
    SELECT ${CONVERSATION_REF}, c.owner_read_seq AS "readSeq" FROM changed c`;
}

/** Finds one of the conversations that isn't settled. */
export const findUnsettled = (own: Prisma.Sql) =>
  Prisma.sql`SELECT c.id FROM conversations c WHERE ${own} AND NOT ${IS_SETTLED} LIMIT 1`;
