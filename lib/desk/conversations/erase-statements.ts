import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { storeActivity } from "../../base/activity/statements.ts";
import { CONVERSATION_REF, storeDeletions } from "../../base/changes/statements.ts";
import { conversationData, storeDeliveries } from "../../outbox/webhooks/statements.ts";
import { NOTE_COUNT } from "../notes/statements.ts";

/** How many messages a conversation, `c`, has. An erasure in batches may have left some of them. */
export const MESSAGE_COUNT = Prisma.sql`(SELECT count(*)::int FROM messages m WHERE m.conversation_id = c.id)`;

// What the log says of a conversation that's deleted in the same statement, which still sees its rows.
const REPORT = Prisma.sql`(
  SELECT jsonb_build_object('messages', ${MESSAGE_COUNT}, 'notes', ${NOTE_COUNT}, 'files', count(*), 'bytes', coalesce(sum(f.size), 0))
  FROM messages m JOIN files f ON f.message_id = m.id WHERE m.conversation_id = c.id
)`;

const deletedEntry = (scope: OwnerScope) =>
  storeActivity({ scope, action: "conversation.deleted", siteId: Prisma.sql`site_id`, data: REPORT }, Prisma.sql`c`);

/**
 * Deletes conversations, `c`, with their messages and keys, removes their ids from emails and the activity log, leaves them
 * for the reconciler, notifies webhooks, and returns their ConversationRefs. It's logged if a person chose them one by one.
 */
export const eraseConversations = (which: Prisma.Sql, chosenBy: OwnerScope | null = null) => Prisma.sql`
  WITH c AS (
    DELETE FROM conversations c WHERE ${which} RETURNING id, workspace_id, site_id, visitor_id, note_seq
  ), mail AS (
    UPDATE mails m SET conversation_id = NULL, message_id = NULL FROM c WHERE m.conversation_id = c.id
  ), logged AS (
    UPDATE activity a SET conversation_id = NULL FROM c WHERE a.conversation_id = c.id
  ), presence AS (
    DELETE FROM presences p USING c WHERE p.conversation_id = c.id
  ), tombstones AS (${storeDeletions(Prisma.sql`SELECT id, workspace_id, site_id, visitor_id FROM c`)}
  ), delivery AS (${storeDeliveries(Prisma.sql`
    SELECT c.site_id, c.workspace_id, NULL::uuid AS conversation_id, NULL::uuid AS message_id,
      'conversation.deleted' AS type, ${conversationData()} AS data
    FROM c`)}
  )${chosenBy ? Prisma.sql`, noted AS (${deletedEntry(chosenBy)})` : Prisma.empty}
  SELECT ${CONVERSATION_REF} FROM c`;
