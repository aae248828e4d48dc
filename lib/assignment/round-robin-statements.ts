import { Prisma } from "#prisma-client";
import { IS_ASSIGNED, PEOPLE } from "../access/statements.ts";
import type { By } from "../activity/statements.ts";
import { CONVERSATION_REF, NEXT_VERSION } from "../changes/statements.ts";
import { IS_AVAILABLE } from "../members/statements.ts";
import { BURST } from "../notification-queue/statements.ts";
import { announce, NO_TURN } from "./statements.ts";

/*
 * Round robin: two statements without a caller, for all sites that use it. What has to be remembered is in the rows: the
 * people's last turns, and in the log who has had a conversation since its visitor began to wait.
 */

const TURNS_TRIED = 20;
const GIVEN_BACK_AT_ONCE = 100;

const ROUND_ROBIN: By = { userId: null, via: "round_robin" };

// Who waits when it's turned on isn't left out, but nobody is handed the conversations of months. The last bound also keeps the
// walk of an inbox short whose conversations are never closed.
const SINCE = Prisma.sql`greatest(s.assigns_since - interval '1 day', now() - interval '30 days')`;

const IS_FREE = Prisma.sql`c.waiting_since <= now() AND c.snoozed_at IS NULL AND NOT ${IS_ASSIGNED}`;

/** Whether a person has had a conversation, `c`, since its visitor began to wait. Each gets it once. */
const hasHad = (userId: Prisma.Sql) => Prisma.sql`EXISTS (
    SELECT FROM activity a
    WHERE a.conversation_id = c.id AND a.action = 'conversation.assigned' AND a.target_id = ${userId} AND a.at >= c.waiting_since
  )`;

// The message hasn't been planned yet: its notification goes to the new assignee alone, and says more than this one.
const IS_NOTIFIED_SOON = Prisma.sql`EXISTS (
    SELECT FROM alerts a WHERE a.conversation_id = c.id AND a.due_at <= now() + ${BURST} AND a.seq < c.last_seq
  )`;

/**
 * Assigns one conversation that waits and is no one's, the longest wait first, to the available person whose last turn is the
 * longest ago. Both rows are locked, without waiting, as they were when they were found: of two processes that chose the same
 * person, one is late and does nothing. Returns its ConversationRef.
 */
export const GIVE_TURN = Prisma.sql`
  WITH free AS MATERIALIZED (
    SELECT c.id, c.workspace_id, c.site_id, c.waiting_since
    FROM sites s JOIN conversations c ON c.workspace_id = s.workspace_id AND c.site_id = s.id AND c.waiting_since >= ${SINCE}
    WHERE s.assigns_since IS NOT NULL AND s.closed_at IS NULL AND ${IS_FREE}
  ), available AS MATERIALIZED (
    SELECT f.site_id, m.user_id, m.last_assigned_at
    FROM (SELECT DISTINCT workspace_id, site_id FROM free) f CROSS JOIN ${PEOPLE(Prisma.sql`f`)} WHERE ${IS_AVAILABLE}
  ), turn AS MATERIALIZED (
    SELECT c.id, c.waiting_since, c.workspace_id, next.user_id, next.last_assigned_at
    -- In this order, and only as far as needed.
    FROM (SELECT * FROM free ORDER BY waiting_since, id) c CROSS JOIN LATERAL (
      SELECT p.user_id, p.last_assigned_at FROM available p
      WHERE p.site_id = c.site_id AND NOT ${hasHad(Prisma.sql`p.user_id`)}
      ORDER BY p.last_assigned_at NULLS FIRST, p.user_id LIMIT 1
    ) next
    LIMIT ${TURNS_TRIED}
  ), taken AS MATERIALIZED (
    SELECT c.id, c.workspace_id, c.site_id, m.user_id
    FROM turn t JOIN members m ON m.workspace_id = t.workspace_id AND m.user_id = t.user_id
      AND m.last_assigned_at IS NOT DISTINCT FROM t.last_assigned_at AND ${IS_AVAILABLE}
      JOIN conversations c ON c.id = t.id AND c.waiting_since = t.waiting_since AND ${IS_FREE}
    WHERE m.standing = 'active' AND (m.site_ids IS NULL OR c.site_id = ANY (m.site_ids))
    ORDER BY t.waiting_since, t.id LIMIT 1
    FOR NO KEY UPDATE OF m, c SKIP LOCKED
  ), turned AS (
    UPDATE members m SET last_assigned_at = clock_timestamp()
    FROM taken t WHERE m.workspace_id = t.workspace_id AND m.user_id = t.user_id
  ), changed AS (
    UPDATE conversations c SET assignee_id = t.user_id, turn_at = clock_timestamp(),
      turn_ends_at = clock_timestamp() + make_interval(mins => s.give_back_minutes), ${NEXT_VERSION}
    FROM taken t JOIN sites s ON s.id = t.site_id WHERE c.id = t.id
    RETURNING c.*
  ), ${announce(ROUND_ROBIN, Prisma.sql`NOT ${IS_NOTIFIED_SOON}`)}
  SELECT ${CONVERSATION_REF} FROM changed c`;

/**
 * Ends the turns whose time is over. A conversation whose visitor has waited all along is given back: it's no one's, and if
 * nobody else is available, everyone is notified. Else someone has taken care of it, and it's its assignee's from now on.
 * Returns the ConversationRefs of what's given back.
 */
export const GIVE_BACK = Prisma.sql`
  WITH due AS MATERIALIZED (
    SELECT c.id, c.assignee_id IS NOT NULL AND c.snoozed_at IS NULL
        AND coalesce(c.waiting_since <= c.turn_at AND s.assigns_since <= c.turn_at, false) AS is_given_back
    FROM conversations c JOIN sites s ON s.id = c.site_id
    WHERE c.turn_ends_at <= now() ORDER BY c.turn_ends_at LIMIT ${GIVEN_BACK_AT_ONCE} FOR NO KEY UPDATE OF c SKIP LOCKED
  ), kept AS (
    UPDATE conversations c SET turn_ends_at = NULL FROM due WHERE c.id = due.id AND NOT due.is_given_back
  ), changed AS (
    UPDATE conversations c SET assignee_id = NULL, ${NO_TURN}, ${NEXT_VERSION}
    FROM due WHERE c.id = due.id AND due.is_given_back
    RETURNING c.*
  ), ${announce(ROUND_ROBIN, Prisma.sql`false`)}, alert AS (
    UPDATE alerts a SET due_at = now() FROM changed c
    WHERE a.conversation_id = c.id AND a.ended_at IS NULL AND NOT EXISTS (
      SELECT FROM ${PEOPLE(Prisma.sql`c`)} WHERE ${IS_AVAILABLE} AND NOT ${hasHad(Prisma.sql`m.user_id`)}
    )
  )
  SELECT ${CONVERSATION_REF} FROM changed c`;
