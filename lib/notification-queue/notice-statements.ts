import { Prisma } from "#prisma-client";
import { isChannelOf } from "../channels/statements.ts";
import { ADD_NOTIFICATION_JOB } from "./statements.ts";

type Notices = {
  /** Who is notified: rows, `n`, of user_id, workspace_id and conversation_id. */
  from: Prisma.Sql;
  /** What a colleague did. */
  kind: "mention" | "assigned";
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
