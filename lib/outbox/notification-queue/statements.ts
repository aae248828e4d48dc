import { addJob } from "#platform/jobs/statements.ts";
import { Prisma } from "#prisma-client";

/*
 * What a visitor's message writes so that someone is notified about it: its conversation becomes due, unless a burst is
 * open. The rest is decided when it's due (lib/notify/notifications).
 */

/** How long a burst waits, so that its first lines come together. A test message doesn't. */
export const BURST = Prisma.sql`interval '2 seconds'`;
export const AT_ONCE = Prisma.sql`interval '0'`;

/** Part of a conversation's UPDATE, `c`: its first unread message opens a burst, and others do unless one is open. */
export const noteAlert = (alertId: Prisma.Sql) => Prisma.sql`
  alert_id = CASE WHEN c.alert_id IS NULL OR c.owner_unread_count = 0 THEN ${alertId} ELSE c.alert_id END,`;

/** The CTE that makes a `conversation` due if its message opened a burst. */
export const storeAlert = (alertId: Prisma.Sql, delay: Prisma.Sql) => Prisma.sql`
  alert AS (
    INSERT INTO alerts (conversation_id, first_seq, since, due_at)
    SELECT c.id, c.owner_read_seq + 1, now(), now() + ${delay}
    FROM conversation c WHERE c.alert_id = ${alertId}
    ON CONFLICT (conversation_id) DO UPDATE SET due_at = least(alerts.due_at, excluded.due_at), round = 0
  )`;

/** Adds the job of a pending notification: for the RETURNING of the statement that stores it. */
export const ADD_NOTIFICATION_JOB = addJob("notification", {
  jobId: Prisma.sql`job_id`,
  rowId: Prisma.sql`id`,
  due: Prisma.sql`due_at`,
  group: Prisma.sql`user_id::text`,
});
