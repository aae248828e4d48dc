import { Prisma } from "#prisma-client";
import { IS_ASSIGNED, PEOPLE } from "../../base/access/statements.ts";
import type { ActedBy } from "../../base/activity/statements.ts";
import { CONVERSATION_REF, changedBy, NEXT_VERSION } from "../../base/changes/statements.ts";
import { BURST } from "../../outbox/notification-queue/statements.ts";
import { IS_AVAILABLE } from "../../team/members/statements.ts";
import { SAID_SEQ } from "../messages/said-statements.ts";
import { announce, NO_TURN } from "./statements.ts";

/*
 * Round robin: two statements without a caller, for all sites that use it. What has to be remembered is in the rows: the
 * people's last turns, and in the log who has had a conversation since its visitor began to wait.
 */

const FOUND_AT_ONCE = 100;
const GIVEN_BACK_AT_ONCE = 100;

const ROUND_ROBIN: ActedBy = { userId: null, via: "round_robin" };

// Visitors who already wait when it's turned on are included, but nobody is handed the conversations of months. The last bound
// also keeps the walk of an inbox short whose conversations are never closed.
const SINCE = Prisma.sql`greatest(s.assigns_since - interval '1 day', now() - interval '30 days')`;

const IS_FREE = Prisma.sql`c.waiting_since <= now() AND c.snoozed_at IS NULL AND NOT ${IS_ASSIGNED}`;

/** The people who have had a conversation, `c`, since its visitor began to wait. Each gets it once. */
const HAD = Prisma.sql`ARRAY(
    SELECT a.target_id FROM activity a
    WHERE a.conversation_id = c.id AND a.action = 'conversation.assigned' AND a.target_id IS NOT NULL AND a.at >= c.waiting_since
  )`;

/** Finds conversations that can be given to someone now, the longest wait first. */
export const FIND_FREE = Prisma.sql`
  WITH site AS MATERIALIZED (
    SELECT s.id AS site_id, s.workspace_id, ${SINCE} AS since FROM sites s
    WHERE s.assigns_since IS NOT NULL AND s.closed_at IS NULL
  ), available AS MATERIALIZED (
    SELECT s.site_id, m.user_id FROM site s CROSS JOIN ${PEOPLE(Prisma.sql`s`)} WHERE ${IS_AVAILABLE}
  ), free AS MATERIALIZED (
    SELECT c.id, c.site_id, c.waiting_since, ${HAD} AS had
    FROM (
      SELECT workspace_id, min(since) AS since FROM site WHERE site_id IN (SELECT site_id FROM available) GROUP BY workspace_id
    ) w JOIN conversations c ON c.workspace_id = w.workspace_id AND c.waiting_since >= w.since
      JOIN site s ON s.site_id = c.site_id AND c.waiting_since >= s.since
    WHERE ${IS_FREE}
  )
  SELECT c.id FROM free c
  WHERE EXISTS (SELECT FROM available p WHERE p.site_id = c.site_id AND p.user_id <> ALL (c.had))
  ORDER BY c.waiting_since, c.id LIMIT ${FOUND_AT_ONCE}`;

// The message's notification goes to the new assignee alone, and says more than this one.
const IS_NOTIFIED_SOON = Prisma.sql`c.owner_unread_count > 0 AND EXISTS (
    SELECT FROM alerts a
    WHERE a.conversation_id = c.id AND a.due_at <= now() + ${BURST}
      AND NOT (a.seq = ${SAID_SEQ} AND c.last_read_by_owner_at IS NOT NULL AND c.last_read_by_owner_at > a.since)
  ) AND NOT EXISTS (
    SELECT FROM notifications n WHERE n.conversation_id = c.id AND n.user_id = c.assignee_id AND n.seq >= ${SAID_SEQ}
  )`;

/**
 * Gives the conversation that `which` matches, if it waits and is unassigned, to the available person whose last turn is the
 * longest ago. Both rows are locked, without waiting, and only as they were when they were found: of two processes, or a process
 * and a person, the second does nothing. PostgreSQL compares only columns again under the lock, so all that matters is compared
 * as a column. Returns its ConversationRef.
 */
export const giveTurn = (which: Prisma.Sql) => Prisma.sql`
  WITH next AS MATERIALIZED (
    SELECT c.id, c.workspace_id, c.waiting_since, c.assignee_id, m.user_id, m.last_assigned_at
    FROM conversations c JOIN sites s ON s.id = c.site_id AND s.assigns_since IS NOT NULL AND s.closed_at IS NULL
      CROSS JOIN ${PEOPLE(Prisma.sql`c`)}
    WHERE ${which} AND ${IS_FREE} AND ${IS_AVAILABLE} AND m.user_id <> ALL (${HAD})
    ORDER BY m.last_assigned_at NULLS FIRST, m.user_id LIMIT 1
  ), taken AS MATERIALIZED (
    SELECT c.id, c.workspace_id, c.site_id, m.user_id
    FROM next n JOIN members m ON m.workspace_id = n.workspace_id AND m.user_id = n.user_id
      AND m.last_assigned_at IS NOT DISTINCT FROM n.last_assigned_at AND m.standing = 'active' AND ${IS_AVAILABLE}
      JOIN conversations c ON c.id = n.id AND c.waiting_since = n.waiting_since AND c.snoozed_at IS NULL
        AND c.assignee_id IS NOT DISTINCT FROM n.assignee_id
    WHERE m.site_ids IS NULL OR c.site_id = ANY (m.site_ids)
    FOR NO KEY UPDATE OF m, c SKIP LOCKED
  ), turned AS (
    UPDATE members m SET last_assigned_at = clock_timestamp()
    FROM taken t WHERE m.workspace_id = t.workspace_id AND m.user_id = t.user_id
  ), assigned AS (
    UPDATE conversations c SET assignee_id = t.user_id, turn_of = t.user_id, turn_at = clock_timestamp(),
      turn_ends_at = clock_timestamp() + make_interval(mins => s.give_back_minutes), ${changedBy(ROUND_ROBIN)}, ${NEXT_VERSION}
    FROM taken t JOIN sites s ON s.id = t.site_id WHERE c.id = t.id
    RETURNING c.*
  ), ${announce(ROUND_ROBIN, Prisma.sql`NOT (${IS_NOTIFIED_SOON})`)}
  SELECT ${CONVERSATION_REF} FROM assigned c`;

/** Matches the conversations whose turn is over. */
export const TURN_IS_OVER = Prisma.sql`c.turn_ends_at <= now()`;

/**
 * Ends the turns of some of the conversations that `which` matches. A conversation whose visitor has waited all along is given
 * back, and its alert becomes due: by then it's someone else's, or everyone is notified. Otherwise someone has taken care of it,
 * and its assignee keeps it. Returns the ConversationRefs of what's given back.
 */
export const giveBack = (which: Prisma.Sql) => Prisma.sql`
  WITH due AS MATERIALIZED (
    SELECT c.id, c.snoozed_at IS NULL
        AND coalesce(c.turn_of = c.assignee_id AND c.waiting_since <= c.turn_at AND s.assigns_since <= c.turn_at, false) AS is_given_back
    FROM conversations c JOIN sites s ON s.id = c.site_id
    WHERE ${which} ORDER BY c.turn_ends_at LIMIT ${GIVEN_BACK_AT_ONCE} FOR NO KEY UPDATE OF c SKIP LOCKED
  ), kept AS (
    UPDATE conversations c SET turn_ends_at = NULL FROM due WHERE c.id = due.id AND NOT due.is_given_back
  ), assigned AS (
    UPDATE conversations c SET assignee_id = NULL, ${NO_TURN}, ${changedBy(ROUND_ROBIN)}, ${NEXT_VERSION}
    FROM due WHERE c.id = due.id AND due.is_given_back
    RETURNING c.*
  ), ${announce(ROUND_ROBIN, Prisma.sql`false`)}, alert AS (
    UPDATE alerts a SET due_at = now() + ${BURST} FROM assigned c WHERE a.conversation_id = c.id AND a.ended_at IS NULL
  )
  SELECT ${CONVERSATION_REF} FROM assigned c`;
