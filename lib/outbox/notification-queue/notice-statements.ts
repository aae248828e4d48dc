import { Prisma } from "#prisma-client";
import { isChannelOf } from "../channels/statements.ts";
import { ADD_NOTIFICATION_JOB } from "./statements.ts";

/** What a colleague did. */
export type NoticeKind = "mention" | "assigned";

type Notices = {
  /** Who is notified: rows, `n`, of user_id, workspace_id and conversation_id. */
  from: Prisma.Sql;
  kind: NoticeKind;
};

/**
 * Notifies people of what a colleague did, through each of their channels but the backups. It's an INSERT for the statement or
 * transaction that does it; call `wakeJobs("notification")` after the commit. Whether the person still has access, looks at it
 * or has quiet hours is checked when it's sent. It has no `seq`, so it replaces no notification of a message.
 */
export const storeNotices = ({ from, kind }: Notices) => Prisma.sql`
  INSERT INTO notifications (
    id, job_id, workspace_id, user_id, channel_id, conversation_id, channel, name, kind, level, seq, status, due_at, created_at,
    updated_at
  )
  SELECT gen_random_uuid(), gen_random_uuid(), n.workspace_id, n.user_id, h.id, n.conversation_id, h.kind, h.name, ${kind}, 0, 0,
    'pending', now(), now(), now()
  FROM ${from} JOIN members m ON m.workspace_id = n.workspace_id AND m.user_id = n.user_id AND m.notify_about <> 'none'
    JOIN channels h ON h.user_id = n.user_id AND h.stopped_at IS NULL AND NOT h.is_backup
    AND ${isChannelOf(Prisma.sql`h`, Prisma.sql`n.workspace_id`)}
  RETURNING ${ADD_NOTIFICATION_JOB}`;

/** Whether a person was mentioned and hasn't read it, by their row of `reads`, `r`. */
export const IS_MENTION = Prisma.sql`(r.is_marked AND r.marked_for = 'mention') IS TRUE`;

/**
 * Marks conversations unread for people because of what a colleague did: `from` are rows, `n`, of
 * user_id, conversation_id and the conversation's updated_at.
 */
export const markFor = (
  kind: NoticeKind,
  { from, by, note }: { from: Prisma.Sql; by: string | null; note?: Prisma.Sql },
) => Prisma.sql`
  INSERT INTO reads AS r (user_id, conversation_id, read_seq, is_marked, marked_for, marked_by, marked_note, updated_at)
  SELECT n.user_id, n.conversation_id, 0, true, ${kind}, ${by}::uuid, ${note ?? Prisma.sql`NULL::int`},
    greatest(clock_timestamp(), n.updated_at + interval '1 millisecond')
  FROM ${from} ORDER BY n.user_id
  ON CONFLICT (user_id, conversation_id) DO UPDATE SET
    (marked_for, marked_by, marked_note) = (
      -- A mention that hasn't been seen says more.
      SELECT r.marked_for, r.marked_by, r.marked_note WHERE excluded.marked_for = 'assigned' AND ${IS_MENTION}
      UNION ALL SELECT excluded.marked_for, excluded.marked_by, excluded.marked_note
      LIMIT 1
    ),
    is_marked = true, updated_at = greatest(excluded.updated_at, r.updated_at + interval '1 millisecond')`;
