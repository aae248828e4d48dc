import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { ownConversations, ownRows } from "../../base/access/statements.ts";
import { IS_SETTLED } from "../../base/changes/statements.ts";
import type { ListFilter } from "../conversations/filter.ts";
import { INBOX_ORDER, inInbox } from "../conversations/list-statements.ts";
import { SAID_SEQ } from "../messages/said-statements.ts";
import { type Change, CONVERSATIONS_MAX } from "./schema.ts";

/*
 * Sets of conversations: SQL, because one statement has to fix a set as it's at one moment, and locks decide the races.
 */

const RUNNING_MAX = 5;

/** An expression: what a bulk change compares of a conversation, `c`, and restores: a ConversationState. */
export const STATE = Prisma.sql`jsonb_build_object(
  'seq', ${SAID_SEQ}, 'status', c.status, 'spam', c.is_spam, 'assignee', c.assignee_id, 'starred', c.is_starred,
  'snoozed', c.snoozed_at IS NOT NULL, 'until', c.snoozed_until, 'settled', ${IS_SETTLED},
  'woken', c.woken_at, 'wokenBy', c.woken_by,
  'labels', CASE WHEN c.has_labels THEN to_jsonb(ARRAY(
    SELECT l.label_id FROM conversation_labels l WHERE l.conversation_id = c.id ORDER BY l.label_id
  )) ELSE '[]' END)`;

/** Conversations by their ids, or all that match a filter. */
export type ConversationSet = { conversationIds: string[] } | { filter: ListFilter; asOf: Date | null };

// A label's conversations are found by its index: in the filter itself, they're checked one by one.
const matches = (scope: OwnerScope, { order, ...filter }: ListFilter) => Prisma.sql`
  ${inInbox(scope, filter, null)}
  ${order === "waiting" ? Prisma.sql`AND c.waiting_since IS NOT NULL` : Prisma.empty}
  ${filter.labelId ? Prisma.sql`AND c.id IN (SELECT conversation_id FROM conversation_labels WHERE label_id = ${filter.labelId}::uuid)` : Prisma.empty}`;

const isInSet = (scope: OwnerScope, set: ConversationSet) =>
  "filter" in set
    ? Prisma.sql`${matches(scope, set.filter)} ${set.asOf ? Prisma.sql`AND c.last_message_at <= ${set.asOf}` : Prisma.empty}`
    : Prisma.sql`c.id = ANY (${set.conversationIds}::uuid[]) AND ${ownConversations(scope)}`;

/** Counts the conversations that match a filter, up to one more than a bulk change may have. */
export const countMatches = (scope: OwnerScope, filter: ListFilter) => Prisma.sql`
  SELECT count(*)::int AS count, statement_timestamp() AS "asOf" FROM (
    SELECT FROM conversations c WHERE ${matches(scope, filter)} LIMIT ${CONVERSATIONS_MAX + 1}
  ) matching`;

const COLUMNS = Prisma.sql`
  b.id, b.state, b.total, b.is_partial AS "isPartial", b.changed, b.skipped, b.restored, b.created_at AS "createdAt",
  b.undo_until AS "undoUntil"`;

type Wanted = { id: string; change: Change; set: ConversationSet };

/** Stores a bulk change with its conversations as they are now: a BulkChangeRow, or none if the person has too many running. */
export const storeBulkChange = (scope: OwnerScope, { id, change, set }: Wanted) => Prisma.sql`
  WITH found AS MATERIALIZED (
    SELECT c.id, ${STATE} AS state, row_number() OVER () AS nth FROM (
      SELECT c.* FROM conversations c WHERE ${isInSet(scope, set)} ${INBOX_ORDER} LIMIT ${CONVERSATIONS_MAX + 1}
    ) c
  ), b AS (
    INSERT INTO bulk_changes (id, workspace_id, user_id, key_id, change, state, total, is_partial, created_at, worked_at)
    SELECT ${id}::uuid, ${scope.workspaceId}::uuid, ${scope.userId}::uuid,
      ${scope.via === "key" ? scope.sessionId : null}::uuid, ${JSON.stringify(change)}::jsonb, 'running',
      least(count(*), ${CONVERSATIONS_MAX}), count(*) > ${CONVERSATIONS_MAX}, statement_timestamp(), statement_timestamp()
    FROM found
    HAVING (
      SELECT count(*) FROM bulk_changes r
      WHERE r.user_id = ${scope.userId}::uuid AND r.state IN ('running', 'undoing')
    ) < ${RUNNING_MAX}
    RETURNING *
  ), item AS (
    INSERT INTO bulk_change_items (bulk_change_id, conversation_id, before)
    SELECT b.id, found.id, found.state FROM found CROSS JOIN b WHERE found.nth <= ${CONVERSATIONS_MAX}
  )
  SELECT ${COLUMNS} FROM b`;

/** Has a bulk change undone, if it's running, or ended lately. Its BulkChangeRow, or none. */
export const startUndo = (scope: OwnerScope, id: string) => Prisma.sql`
  UPDATE bulk_changes b SET state = 'undoing', undo_until = NULL, worked_at = statement_timestamp()
  WHERE b.id = ${id}::uuid AND b.user_id = ${scope.userId}::uuid AND ${ownRows(scope, Prisma.sql`b`)}
    AND (b.state = 'running' OR b.state = 'done' AND b.undo_until > now())
  RETURNING ${COLUMNS}`;
