import { query } from "#platform/database/database.ts";
import { isMissingParent, retryingConflicts } from "#platform/database/database-failure.ts";
import { isCurrentJob, type JobOfRow } from "#platform/jobs/rows.ts";
import { wakeJobs } from "#platform/jobs/worker.ts";
import { Prisma } from "#prisma-client";
import { hasAccess } from "../../base/access/statements.ts";
import { publishChange } from "../../base/changes/publish-change.ts";
import { countUnreadOf } from "../../desk/conversations/unread-statements.ts";
import { looksUntil } from "../../desk/presence/statements.ts";
import type { ChannelNotice, StopReason } from "../../outbox/channels/channel-kind.ts";
import type { ChannelKind } from "../../outbox/channels/kinds.ts";
import type { ReasonCode } from "../../outbox/channels/reasons.ts";
import { isChannelOf, RENEWED_LAPSE } from "../../outbox/channels/statements.ts";
import { whenEnded } from "./alert-end-statements.ts";
import { storeFailureEvents } from "./statements.ts";

/** A notification that's due, with what it's about and its channel as they are now. */
export type DueNotification = {
  id: string;
  kind: ChannelNotice["kind"];
  workspaceId: string;
  conversationId: string | null;
  /** The last message it's about. */
  seq: number;
  level: number;
  channelId: string;
  channel: ChannelKind;
  address: Buffer;
  shows: "text" | "new" | "site";
  siteName: string | null;
  visitorName: string | null;
  visitorEmail: string | null;
  /** The newest unread messages, the oldest first. */
  texts: string[];
  since: Date | null;
  /** The person's unread conversations as the dashboard's badge counts them, in all workspaces that the channel is for. */
  unread: number;
};

/** Why a notification isn't sent now, and when to look again if it isn't for good. */
type Refusal = { skip: ReasonCode } | { postponeTo: Date };

const TEXTS_MAX = 5;

type DueRow = Omit<DueNotification, "channelId" | "channel" | "address" | "shows"> & {
  channelId: string | null;
  channel: ChannelKind | null;
  address: Buffer | null;
  shows: DueNotification["shows"] | null;
  skip: ReasonCode | null;
  postponeTo: Date | null;
};

// A test goes through everything, whatever has become of its conversation.
const SKIP = Prisma.sql`
  CASE
    WHEN h.id IS NULL OR u.id IS NULL OR r.conversation_id IS NOT NULL AND c.id IS NULL THEN 'gone'
    WHEN u.disabled_at IS NOT NULL THEN 'no_access'
    WHEN h.stopped_at IS NOT NULL THEN 'stopped'
    WHEN r.kind IN ('test', 'device') THEN NULL
    WHEN r.created_at < now() - interval '24 hours' THEN 'late'
    WHEN r.kind = 'summary' THEN CASE WHEN total.unread = 0 THEN 'read' END
    WHEN NOT ${hasAccess(Prisma.sql`c`, Prisma.sql`u.id`)} THEN 'no_access'
    WHEN r.kind = 'assigned' AND c.assignee_id IS DISTINCT FROM r.user_id THEN 'replaced'
    WHEN r.kind = 'mention' AND NOT EXISTS (
      SELECT FROM reads WHERE user_id = r.user_id AND conversation_id = r.conversation_id AND is_marked
    ) THEN 'read'
    WHEN r.kind IN ('mention', 'assigned') OR v.is_test THEN NULL
    ${whenEnded(Prisma.sql`c.owner_read_seq >= r.seq`)}
    WHEN EXISTS (
      SELECT FROM notifications n
      WHERE n.conversation_id = r.conversation_id AND n.channel_id = r.channel_id AND n.status <> 'skipped'
        AND (n.seq, n.level) > (r.seq, r.level)
    ) THEN 'replaced'
  END`;

// Both may be over before anyone has read: then it's sent.
const POSTPONE_TO = Prisma.sql`
  CASE WHEN r.kind = 'test' OR v.is_test THEN NULL
    ELSE coalesce(${looksUntil(Prisma.sql`r.user_id`, Prisma.sql`r.conversation_id`)},
      quiet_end(now(), u.time_zone, u.quiet_from, u.quiet_until))
  END`;

/** Returns the notification of a job, or why it isn't sent now. Null if it was sent or given another job meanwhile. */
export async function findDueNotification(job: JobOfRow): Promise<DueNotification | Refusal | null> {
  const [row] = await query<DueRow>(Prisma.sql`
    SELECT r.id, r.kind, r.workspace_id AS "workspaceId", r.conversation_id AS "conversationId", r.seq, r.level,
      h.id AS "channelId", h.kind AS channel, h.address, h.shows, s.name AS "siteName", v.name AS "visitorName",
      v.email AS "visitorEmail", c.waiting_since AS since, total.unread, ${SKIP} AS skip, ${POSTPONE_TO} AS "postponeTo",
      ARRAY(
        SELECT body FROM (
          SELECT body, seq FROM messages
          WHERE conversation_id = r.conversation_id AND sender_type = 'visitor' AND deleted_at IS NULL AND seq > c.owner_read_seq
          ORDER BY seq DESC LIMIT ${TEXTS_MAX}
        ) newest ORDER BY seq
      ) AS texts
    FROM notifications r
      LEFT JOIN channels h ON h.id = r.channel_id AND h.user_id = r.user_id
      LEFT JOIN users u ON u.id = r.user_id AND u.closed_at IS NULL
      LEFT JOIN conversations c ON c.id = r.conversation_id
      LEFT JOIN sites s ON s.id = c.site_id
      LEFT JOIN visitors v ON v.id = c.visitor_id
      CROSS JOIN LATERAL (
        SELECT ${countUnreadOf(Prisma.sql`r.user_id`, isChannelOf(Prisma.sql`h`, Prisma.sql`m.workspace_id`))} AS unread
      ) total
    WHERE ${isCurrentJob(job)}`);
  if (!row) return null;
  const { skip, postponeTo, channelId, channel, address, shows, ...rest } = row;
  if (skip) return { skip };
  if (postponeTo) return { postponeTo };
  if (channelId === null || channel === null || address === null || shows === null) return { skip: "gone" };
  return { ...rest, channelId, channel, address, shows };
}

/** Records that a notification is being sent. */
export async function recordAttempt(job: JobOfRow): Promise<void> {
  await query(Prisma.sql`
    UPDATE notifications r SET attempts = attempts + 1, updated_at = now() WHERE ${isCurrentJob(job)}`);
}

/** Records why a notification isn't sent. */
export async function skipNotification(job: JobOfRow, reason: ReasonCode): Promise<void> {
  await query(Prisma.sql`
    UPDATE notifications r SET status = 'skipped', reason = ${reason}, updated_at = now() WHERE ${isCurrentJob(job)}`);
}

/** Records that a receiver accepted a notification, which renews a device. */
export async function recordAccepted(job: JobOfRow, { reference }: { reference?: string }): Promise<void> {
  await finish(Prisma.sql`
    WITH accepted AS (
      UPDATE notifications r SET status = 'accepted', reason = NULL, accepted_at = now(), updated_at = now(),
        reference = ${reference ?? null}
      WHERE ${isCurrentJob(job)}
      RETURNING r.channel_id, r.channel = 'push' AS is_push
    )
    UPDATE channels h SET last_accepted_at = now(),
      unshown_count = CASE WHEN a.is_push THEN h.unshown_count + 1 ELSE 0 END,
      unshown_since = CASE WHEN a.is_push THEN coalesce(h.unshown_since, now()) END,
      warned_at = NULL,
      lapses_at = CASE WHEN h.lapses_at < now() + interval '89 days' THEN ${RENEWED_LAPSE} ELSE h.lapses_at END
    FROM accepted a WHERE h.id = a.channel_id`);
}

/** Records why an attempt failed that's repeated later. */
export async function recordFailure(job: JobOfRow, reason: ReasonCode): Promise<void> {
  await query(Prisma.sql`
    UPDATE notifications r SET reason = ${reason}, updated_at = now() WHERE ${isCurrentJob(job)}`);
}

type FailedRow = {
  workspaceId: string;
  userId: string;
  conversationId: string | null;
  siteId: string | null;
  channel: ChannelKind;
};

/**
 * Gives a notification up, with the events of that, and stops its channel if that can't work any longer. A few in a row make
 * it doubtful. The person's backup channels are then due at once: the alert is planned again, without this channel.
 */
export async function failNotification(
  job: JobOfRow,
  { reason, stops = null }: { reason: ReasonCode; stops?: StopReason | null },
): Promise<void> {
  const [failed] = await finish<FailedRow>(Prisma.sql`
    WITH failed AS (
      UPDATE notifications r SET status = 'failed', reason = ${reason}, updated_at = now() WHERE ${isCurrentJob(job)}
      RETURNING r.id, r.workspace_id, r.user_id, r.conversation_id, r.channel_id, r.channel, r.reason
    ), channel AS (
      UPDATE channels h SET unshown_count = h.unshown_count + 1, unshown_since = coalesce(h.unshown_since, now()),
        stopped_at = CASE WHEN ${stops}::text IS NOT NULL THEN now() END, stop_reason = ${stops}, updated_at = now()
      FROM failed WHERE h.id = failed.channel_id AND h.stopped_at IS NULL
    ), pulled AS (
      UPDATE alerts a SET due_at = now() FROM failed WHERE a.conversation_id = failed.conversation_id AND a.ended_at IS NULL
    ), delivery AS (${storeFailureEvents(Prisma.sql`failed`)}
    )
    SELECT failed.workspace_id AS "workspaceId", failed.user_id AS "userId", failed.channel, c.id AS "conversationId",
      c.site_id AS "siteId"
    FROM failed LEFT JOIN conversations c ON c.id = failed.conversation_id`);
  if (!failed) return;
  const { workspaceId, userId, conversationId, siteId, channel } = failed;
  const about = conversationId === null || siteId === null ? { userId } : { conversationId, siteId };
  publishChange({
    kind: "notification-failed",
    workspaceId,
    notificationId: job.rowId,
    channel,
    reason,
    of: userId,
    ...about,
  });
  if (stops) publishChange({ kind: "account", userId });
  wakeJobs("webhook");
}

// It was sent, so it mustn't be sent again because another writer got in the way, or because it was erased meanwhile.
async function finish<Row extends object>(statement: Prisma.Sql): Promise<Row[]> {
  try {
    return await retryingConflicts(() => query<Row>(statement));
  } catch (error) {
    if (isMissingParent(error)) return [];
    throw error;
  }
}
