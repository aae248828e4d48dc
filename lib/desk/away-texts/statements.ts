import { Prisma } from "#prisma-client";
import { CONVERSATION_REF } from "../../base/changes/statements.ts";
import { conversationData, storeDeliveries } from "../../outbox/webhooks/statements.ts";
import { IS_CLOSED } from "../../sites/hours/statements.ts";
import { countMessage } from "../messages/count-statements.ts";
import { messageData } from "../messages/outgoing-statements.ts";
import type { NewMessage } from "../messages/rules.ts";
import { isLookedAt } from "../presence/statements.ts";

/*
 * Which conversations, `c`, get the away text of their site, `s`, with its hours, `h`. The visitor wrote while the site was closed
 * and after the text was set, waits, and has had none in this absence; no one has replied since, and no one looks.
 */

const AT_ONCE = Prisma.raw("100");

/** A site's text in the language of the visitor, `v`, else its own, and what it's read from. */
const TEXT = Prisma.sql`coalesce(t.away_text, s.away_text)`;
const VISITOR = Prisma.sql`
  JOIN visitors v ON v.id = c.visitor_id LEFT JOIN site_words t ON t.site_id = s.id AND t.language = v.language`;

// After an outage or a restore, a text for a message of hours ago would be odd.
const SINCE = Prisma.sql`greatest(h.closed_since, now() - interval '1 hour')`;

// An owner who tries out their hours makes absences of minutes.
const IS_NEW_ABSENCE = Prisma.sql`
  c.last_message_at >= ${SINCE} AND c.last_message_at >= s.away_text_at
  AND (c.away_at IS NULL OR c.away_at < least(h.closed_since, now() - interval '4 hours'))`;

const WAITS = Prisma.sql`
  c.status = 'open' AND NOT c.is_spam AND c.waiting_since IS NOT NULL AND c.snoozed_at IS NULL
  AND c.automatic_seq IS DISTINCT FROM c.last_seq`;

const IS_ALONE = Prisma.sql`
  coalesce((
    SELECT m.created_at FROM messages m WHERE m.conversation_id = c.id AND m.sender_type = 'owner' ORDER BY m.seq DESC LIMIT 1
  ) < h.closed_since, true) AND NOT ${isLookedAt(Prisma.sql`c.id`)}`;

const IS_DUE = Prisma.sql`
  ${IS_CLOSED} AND s.closed_at IS NULL AND s.away_text IS NOT NULL AND v.blocked_at IS NULL AND NOT v.is_test
  AND ${IS_NEW_ABSENCE} AND ${IS_ALONE}`;

// Few sites are closed at a time, so each is looked up: without OFFSET, PostgreSQL may read all sites.
const SITE = Prisma.sql`
  CROSS JOIN LATERAL (SELECT id, closed_at, away_text, away_text_at FROM sites WHERE id = h.site_id OFFSET 0) s`;

/** Finds a closed site with an away text. Mostly there's none. Its order is that of the index of closed sites, so that it uses it. */
export const FIND_CLOSED = Prisma.sql`
  SELECT s.id FROM site_hours h ${SITE} WHERE ${IS_CLOSED} AND s.closed_at IS NULL AND s.away_text IS NOT NULL
  ORDER BY h.closed_since LIMIT 1`;

/** Finds the conversations that get an away text now, the oldest message first. It reads only those with a message of the last hour. */
export const FIND_DUE = Prisma.sql`
  SELECT c.id, c.site_id AS "siteId"
  FROM site_hours h ${SITE}
    JOIN conversations c ON c.site_id = h.site_id AND c.last_message_period >= period_of(${SINCE}) ${VISITOR}
  WHERE ${WAITS} AND ${IS_DUE}
  ORDER BY c.last_message_at LIMIT ${AT_ONCE}`;

/**
 * Stores the away text in a conversation, if it still gets one, and returns its ConversationRef. PostgreSQL compares only columns
 * again under a lock. So everything is locked without waiting, and the conversation only as it was when it was found: whatever
 * anyone does in it changes `updated_at`. What's locked or has changed is looked at again some seconds later.
 */
export const storeAwayText = (
  conversationId: string,
  message: Pick<NewMessage, "id" | "sender" | "files">,
) => Prisma.sql`
  WITH found AS MATERIALIZED (
    SELECT c.* FROM conversations c WHERE c.id = ${conversationId}::uuid AND ${WAITS}
  ), away AS MATERIALIZED (
    SELECT ${TEXT} AS text
    FROM found c JOIN sites s ON s.id = c.site_id JOIN site_hours h ON h.site_id = s.id ${VISITOR}
    WHERE ${IS_DUE}
    FOR SHARE OF s, h SKIP LOCKED
  ), taken AS MATERIALIZED (
    SELECT c.id FROM away, found f JOIN conversations c ON c.id = f.id AND c.updated_at = f.updated_at AND ${WAITS}
    FOR NO KEY UPDATE OF c SKIP LOCKED
  ), conversation AS (
    UPDATE conversations c SET
      away_at = greatest(c.last_message_at, clock_timestamp()),
      ${countMessage({ ...message, preview: "", mail: null })}
    FROM taken WHERE c.id = taken.id
    RETURNING c.*
  ), delivery AS (${storeDeliveries(Prisma.sql`
    SELECT c.site_id, c.workspace_id, c.id AS conversation_id, ${message.id}::uuid AS message_id, 'message.created' AS type,
      ${conversationData(messageData(message))} AS data
    FROM conversation c`)}
  ), m AS (
    INSERT INTO messages (id, conversation_id, workspace_id, seq, sender_type, sender_id, body, created_at)
    SELECT ${message.id}::uuid, c.id, c.workspace_id, c.last_seq, ${message.sender.type}, ${message.sender.id}::uuid, away.text, c.away_at
    FROM conversation c, away
    RETURNING seq
  )
  SELECT ${CONVERSATION_REF}, m.seq, EXISTS (SELECT FROM delivery) AS "hasDeliveries" FROM conversation c, m`;
