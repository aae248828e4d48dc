import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { ownConversation } from "../../base/access/statements.ts";
import { CONVERSATION_REF, changedBy, NEXT_VERSION } from "../../base/changes/statements.ts";
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

/** Stars a conversation, or the opposite. */
export const storeStar = (scope: OwnerScope, conversationId: string, starred: boolean) =>
  changeAndNotify(
    Prisma.sql`
      UPDATE conversations c SET is_starred = ${starred}, ${NEXT_VERSION}
      WHERE ${ownConversation(scope, conversationId)} AND c.is_starred <> ${starred}`,
    "conversation.starred",
    Prisma.sql`jsonb_build_object('starred', c.is_starred)`,
  );

/** A SELECT of a conversation, locked. In SQL for the lock. */
export const lockConversation = (scope: OwnerScope, conversationId: string) =>
  Prisma.sql`SELECT c.id FROM conversations c WHERE ${ownConversation(scope, conversationId)} FOR NO KEY UPDATE`;

/** Labels a conversation, and returns the ids of the labels it didn't have. In SQL for the period, the inbox lists' own. */
export const storeLabels = (conversationId: string, labelIds: string[]) => Prisma.sql`
  INSERT INTO conversation_labels (conversation_id, label_id, last_message_period)
  SELECT c.id, label_id, coalesce(c.last_message_period, period_of(greatest(c.last_message_at, c.woken_at)))
  FROM conversations c, unnest(${labelIds}::uuid[]) AS label_id WHERE c.id = ${conversationId}::uuid
  ON CONFLICT DO NOTHING
  RETURNING label_id AS id`;

/** Notes that a conversation's labels have changed, to these. */
export const noteLabels = (scope: OwnerScope, conversationId: string, labelIds: string[]) =>
  changeAndNotify(
    Prisma.sql`
      UPDATE conversations c SET has_labels = true, ${NEXT_VERSION} WHERE ${ownConversation(scope, conversationId)}`,
    "conversation.labeled",
    Prisma.sql`jsonb_build_object('labelIds', ${labelIds}::text[])`,
  );

/** Snoozes a conversation until a time, or until the visitor replies. */
export const storeSnooze = (scope: OwnerScope, conversationId: string, time: Date | null) =>
  changeAndNotify(
    Prisma.sql`
      UPDATE conversations c SET snoozed_at = clock_timestamp(), snoozed_until = ${time}, woken_at = NULL, woken_by = NULL,
        turn_ends_at = NULL, ${changedBy(scope)}, ${NEXT_VERSION}
      WHERE ${ownConversation(scope, conversationId)} AND c.status = 'open' AND NOT c.is_spam
        AND (c.snoozed_at IS NULL OR c.snoozed_until IS DISTINCT FROM ${time})`,
    "conversation.snoozed",
    Prisma.sql`${JSON.stringify(time === null ? {} : { snoozedUntil: time.toISOString() })}`,
  );

/** Wakes a conversation by hand. */
export const endSnooze = (scope: OwnerScope, conversationId: string) =>
  changeAndNotify(
    Prisma.sql`
      UPDATE conversations c SET ${NOT_SNOOZED}, ${changedBy(scope)}, ${NEXT_VERSION}
      WHERE ${ownConversation(scope, conversationId)} AND c.snoozed_at IS NOT NULL`,
    "conversation.woken",
    Prisma.sql`'{"by": "owner"}'`,
  );
