import { Prisma } from "#prisma-client";
import { CONVERSATION_REF } from "../../base/changes/statements.ts";
import type { EventType } from "../../outbox/webhooks/event-types.ts";
import { conversationData, storeDeliveries } from "../../outbox/webhooks/statements.ts";

/**
 * Changes conversations, `c`, notifies webhooks about each, and returns their ConversationRefs. `change` is an UPDATE
 * with a WHERE, and `data` what the event says.
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
