import { query } from "#platform/database/database.ts";
import { Prisma } from "#prisma-client";
import { publishChange } from "../../base/changes/publish-change.ts";
import { HEALTHY } from "../../outbox/channels/statements.ts";
import { storeMails } from "../../outbox/mail-queue/statements.ts";
import { ADD_NOTIFICATION_JOB } from "../../outbox/notification-queue/statements.ts";

const AT_ONCE = 500;

/**
 * Warns the people whose devices lapse within 7 days, once: through their other channels, or by email without any.
 * Returns how many devices.
 */
export async function warnOfLapsingDevices(): Promise<number> {
  const [row] = await query<{ count: number }>(Prisma.sql`
    WITH lapsing AS MATERIALIZED (
      UPDATE channels SET warned_at = now(), updated_at = now() WHERE id IN (
        SELECT id FROM channels
        WHERE lapses_at < now() + interval '7 days' AND warned_at IS NULL AND stopped_at IS NULL
        ORDER BY lapses_at LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED
      ) RETURNING id, user_id
    ), person AS MATERIALIZED (
      SELECT DISTINCT ON (m.user_id) m.user_id, m.workspace_id, gen_random_uuid() AS mail_id
      FROM lapsing l JOIN users u ON u.id = l.user_id AND u.closed_at IS NULL
        JOIN members m ON m.user_id = u.id AND m.standing = 'active'
      ORDER BY m.user_id, m.created_at
    ), other AS MATERIALIZED (
      SELECT p.user_id, p.workspace_id, h.id, h.kind, h.name
      FROM person p JOIN channels h ON h.user_id = p.user_id AND ${HEALTHY} AND h.id NOT IN (SELECT id FROM lapsing)
    ), note AS (
      INSERT INTO notifications (
        id, job_id, workspace_id, user_id, channel_id, channel, name, kind, due_at, created_at, updated_at
      )
      SELECT gen_random_uuid(), gen_random_uuid(), workspace_id, user_id, id, kind, name, 'device', now(), now(), now()
      FROM other
      RETURNING ${ADD_NOTIFICATION_JOB}
    ), mail AS (${storeMails({
      from: Prisma.sql`person p WHERE NOT EXISTS (SELECT FROM other o WHERE o.user_id = p.user_id)`,
      kind: "device_lapsing",
      id: Prisma.sql`p.mail_id`,
      workspaceId: Prisma.sql`p.workspace_id`,
      userId: Prisma.sql`p.user_id`,
    })})
    SELECT count(*)::int AS count FROM lapsing`);
  return row?.count ?? 0;
}

/** Stops devices that nothing was delivered to for 90 days, not before a week after the warning. Returns how many. */
export async function stopLapsedDevices(): Promise<number> {
  const stopped = await query<{ userId: string }>(Prisma.sql`
    UPDATE channels h SET stopped_at = now(), stop_reason = 'lapsed', updated_at = now()
    WHERE h.id IN (
      SELECT id FROM channels
      WHERE lapses_at < now() AND warned_at < now() - interval '7 days' AND stopped_at IS NULL
      ORDER BY lapses_at LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED
    ) RETURNING h.user_id AS "userId"`);
  for (const { userId } of stopped) publishChange({ kind: "account", userId });
  return stopped.length;
}
