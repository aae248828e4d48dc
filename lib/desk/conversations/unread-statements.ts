import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { MEMBERSHIPS, ownConversations, PERSON_NAME } from "../../base/access/statements.ts";
import { IS_MENTION, type NoticeKind } from "../../outbox/notification-queue/notice-statements.ts";
import { SAID_SEQ } from "../messages/said-statements.ts";

/*
 * What's unread for one person of a shared workspace. What no one on the team has read is unread for all of them. While the
 * visitor waits, it's unread for each person who hasn't seen their messages. A reply, a close or spam ends that for everyone.
 */

/** Joins what a person has read of a conversation, `c`, as `r`. */
export const readsOf = (userId: Prisma.Sql) => Prisma.sql`
  LEFT JOIN LATERAL (
    SELECT user_id, read_seq, is_marked, marked_for, marked_by, marked_note, updated_at FROM reads WHERE user_id = ${userId} AND conversation_id = c.id OFFSET 0
  ) r ON true`;

// The last message that a person has read, or that came before the visitor's turn.
const READ_TO = Prisma.sql`greatest(coalesce(r.read_seq, 0), coalesce(c.waiting_seq, c.last_seq) - 1)`;

// The messages since the visitor waits are theirs, without the automatic ones. Of those there's one a night at most, so messages
// are only counted if the wait began long before the last one, or if some of the conversation's were deleted.
const UNREAD_OF_TURN = Prisma.sql`CASE
    WHEN c.deleted_count IS NULL AND coalesce(c.automatic_seq, 0) <= ${READ_TO} THEN c.last_seq - ${READ_TO}
    WHEN c.deleted_count IS NULL AND c.waiting_since > c.away_at - interval '4 hours' THEN c.last_seq - ${READ_TO} - 1
    ELSE (SELECT count(*)::int FROM messages WHERE conversation_id = c.id AND seq > ${READ_TO} AND sender_type = 'visitor' AND deleted_at IS NULL)
  END`;

/** How many messages of a conversation, `c`, with `r` (readsOf), are unread for a person who joined at a time. */
export const unreadFor = (joinedAt: Prisma.Sql) => Prisma.sql`
  greatest(coalesce(r.is_marked, false)::int, CASE
    WHEN coalesce(r.read_seq, 0) >= ${SAID_SEQ} THEN 0
    WHEN c.waiting_since IS NOT NULL AND (r.user_id IS NOT NULL OR c.is_unread OR c.last_message_at > ${joinedAt})
      THEN ${UNREAD_OF_TURN}
    WHEN c.waiting_since IS NULL AND c.is_unread THEN c.owner_unread_count
    ELSE 0
  END)`;

/** What a colleague did that a person hasn't seen yet. */
export type ForYou = { reason: NoticeKind; by?: string; byName?: string; note?: string };

/** An expression: a ForYou about a conversation, `c`, with `r` (readsOf), or null. */
export const FOR_YOU = Prisma.sql`
  CASE WHEN r.is_marked AND (r.marked_for = 'mention' OR r.marked_for = 'assigned' AND r.user_id = c.assignee_id)
    THEN jsonb_strip_nulls(jsonb_build_object(
      'reason', r.marked_for, 'by', r.marked_by,
      'byName', (SELECT ${PERSON_NAME} FROM users u WHERE u.id = r.marked_by),
      'note', (SELECT n.body FROM notes n WHERE n.conversation_id = c.id AND n.seq = r.marked_note)
    )) END`;

/** A conversation's, `c`, unread messages and version as one person sees them. `join` follows `c` in the FROM. */
export type Unread = {
  join: Prisma.Sql;
  count: Prisma.Sql;
  updatedAt: Prisma.Sql;
  forYou: Prisma.Sql;
  isMention: Prisma.Sql;
};

/** What no one on the team has read. In workspaces of one, that's what the person hasn't. */
export const TEAM_UNREAD: Unread = {
  join: Prisma.empty,
  count: Prisma.sql`c.owner_unread_count`,
  updatedAt: Prisma.sql`c.updated_at`,
  forYou: Prisma.sql`NULL::jsonb`,
  isMention: Prisma.sql`false`,
};

/** What the caller hasn't read. */
export const ownUnread = ({ isShared, userId, joinedAt }: OwnerScope): Unread =>
  isShared
    ? {
        join: readsOf(Prisma.sql`${userId}::uuid`),
        count: unreadFor(Prisma.sql`${joinedAt}`),
        updatedAt: Prisma.sql`greatest(c.updated_at, r.updated_at)`,
        forYou: FOR_YOU,
        isMention: IS_MENTION,
      }
    : TEAM_UNREAD;

const WAITING_MAX = 1_000;

/** The conversations, `c`, without spam, that may be unread for the caller. No others are. */
export const maybeUnread = (scope: OwnerScope) => {
  const own = Prisma.sql`${ownConversations(scope)} AND NOT c.is_spam`;
  if (!scope.isShared) return Prisma.sql`(SELECT * FROM conversations c WHERE ${own} AND c.is_unread) c`;
  return Prisma.sql`(
    SELECT c.* FROM conversations c WHERE c.id IN (
      SELECT c.id FROM conversations c WHERE ${own} AND c.is_unread
      UNION (SELECT c.id FROM conversations c WHERE ${own} AND c.waiting_since IS NOT NULL LIMIT ${WAITING_MAX})
      UNION SELECT r.conversation_id FROM reads r WHERE r.user_id = ${scope.userId}::uuid AND r.is_marked
    ) AND ${own}
  ) c`;
};

const COUNTED_MAX = 100;

/**
 * An expression: how many open conversations that aren't snoozed are unread for a person, up to a hundred, in the workspaces and
 * on the sites that they may see. `which` limits the workspaces, by their member's row `m`.
 */
export const countUnreadOf = (userId: Prisma.Sql, which: Prisma.Sql) => {
  const listed = Prisma.sql`
    c.workspace_id = m.workspace_id AND c.status = 'open' AND c.snoozed_at IS NULL AND NOT c.is_spam
    AND (m.site_ids IS NULL OR c.site_id = ANY (m.site_ids))`;
  return Prisma.sql`(
    SELECT count(*)::int FROM (
      SELECT FROM ${MEMBERSHIPS(userId)} JOIN conversations c ON c.is_unread AND ${listed}
      WHERE w.shared_at IS NULL AND ${which}
      UNION ALL
      SELECT FROM ${MEMBERSHIPS(userId)} CROSS JOIN LATERAL (
        SELECT c.* FROM conversations c WHERE c.id IN (
          (SELECT c.id FROM conversations c WHERE ${listed} AND c.is_unread LIMIT ${WAITING_MAX})
          UNION (SELECT c.id FROM conversations c WHERE ${listed} AND c.waiting_since IS NOT NULL LIMIT ${WAITING_MAX})
          UNION SELECT r.conversation_id FROM reads r WHERE r.user_id = m.user_id AND r.is_marked
        ) AND ${listed}
      ) c ${readsOf(Prisma.sql`m.user_id`)}
      WHERE w.shared_at IS NOT NULL AND ${which} AND ${unreadFor(Prisma.sql`m.created_at`)} > 0
      LIMIT ${COUNTED_MAX}
    ) counted
  )`;
};
