import { query } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { ownConversations, PEOPLE } from "../../base/access/statements.ts";
import { ListConversationsQuery } from "../../desk/conversations/schema.ts";
import type { ConversationRow } from "../../desk/conversations/statements.ts";
import { listConversations } from "../../desk/inbox/queries.ts";
import { SAID_SEQ } from "../../desk/messages/said-statements.ts";
import type { ReasonCode } from "../../outbox/channels/reasons.ts";
import { isChannelOf } from "../../outbox/channels/statements.ts";
import { ENDED_BY } from "./alert-end-statements.ts";
import type { ConversationNotificationsJson, ListWaitingQuery, NotificationJson } from "./schema.ts";

export type NotificationRow = {
  id: string;
  userId: string;
  conversationId: string | null;
  channel: NotificationJson["channel"];
  channelId: string | null;
  name: string;
  kind: NotificationJson["kind"];
  level: number;
  status: "queued" | NotificationJson["status"];
  reason: ReasonCode | null;
  createdAt: Date;
  dueAt: Date;
  acceptedAt: Date | null;
  shownAt: Date | null;
  clickedAt: Date | null;
  /** Of the email that carries it. */
  mailStatus: string | null;
  mailReason: string | null;
  sentAt: Date | null;
};

/** A conversation's alert, and what decides how it goes on. */
export type AlertRow = {
  conversationId: string;
  since: Date | null;
  level: number;
  dueAt: Date | null;
  /** Whether it has messages that were never planned. */
  hasNew: boolean;
  endedBy: Required<ConversationNotificationsJson>["endedBy"] | null;
  /** The site's minutes to the next level. Null if it doesn't escalate. */
  minutes: number | null;
  hasChannel: boolean;
  hasBackup: boolean;
  /** When someone with access gets a summary after their quiet hours. */
  summaryAt: Date | null;
};

export type NotificationProof = { alert: AlertRow; notifications: NotificationRow[] };

const SHOWN_MAX = 100;
const SHOWN_OF_EACH = 20;

// Why a channel fails is its person's own affair. Why something wasn't sent is about the conversation.
const unlessSecret = ({ userId }: OwnerScope, reason: Prisma.Sql) =>
  Prisma.sql`CASE WHEN n.user_id = ${userId}::uuid OR 'skipped' IN (n.status, m.status) THEN ${reason} END`;

/** Notifications, `n`, as a member sees them: NotificationRows. */
const notificationView = (scope: OwnerScope) => Prisma.sql`
  SELECT n.id, n.user_id AS "userId", n.conversation_id AS "conversationId", n.channel,
    n.channel_id AS "channelId", n.name, n.kind, n.level, n.status,
    ${unlessSecret(scope, Prisma.sql`n.reason`)} AS reason,
    n.created_at AS "createdAt", n.due_at AS "dueAt", n.accepted_at AS "acceptedAt", n.shown_at AS "shownAt",
    n.clicked_at AS "clickedAt", m.status AS "mailStatus",
    ${unlessSecret(scope, Prisma.sql`m.reason`)} AS "mailReason", m.sent_at AS "sentAt"
  FROM notifications n LEFT JOIN mails m ON m.id = n.mail_id`;

const ALERT_VIEW = Prisma.sql`
  SELECT c.id AS "conversationId", a.since, coalesce(a.level, 0)::int AS level, a.due_at AS "dueAt",
    coalesce(ended.by_now, a.ended_by) AS "endedBy",
    coalesce(${SAID_SEQ} > a.seq, false) AND ended.by_now IS NULL AS "hasNew", s.escalation_minutes::int AS minutes,
    coalesce(people.channels > 0, false) AS "hasChannel", coalesce(people.backups > 0, false) AS "hasBackup",
    CASE WHEN c.owner_unread_count > 0 THEN people.summary_at END AS "summaryAt"
  FROM conversations c JOIN sites s ON s.id = c.site_id JOIN visitors v ON v.id = c.visitor_id
    LEFT JOIN alerts a ON a.conversation_id = c.id
    -- The alert itself notices when it's next due.
    CROSS JOIN LATERAL (SELECT CASE WHEN a.conversation_id IS NOT NULL THEN ${ENDED_BY} END AS by_now) ended
    CROSS JOIN LATERAL (
      SELECT sum(h.channels) AS channels, sum(h.backups) AS backups, min(h.summary_at) AS summary_at
      FROM ${PEOPLE(Prisma.sql`c`)} CROSS JOIN LATERAL (
        SELECT count(*) AS channels, count(*) FILTER (WHERE h.is_backup) AS backups, (
            SELECT min(r.due_at) FROM notifications r
            WHERE r.user_id = u.id AND r.created_at > now() - interval '2 days' AND r.kind = 'summary' AND r.status = 'pending'
          ) AS summary_at
        FROM channels h WHERE h.user_id = u.id AND h.stopped_at IS NULL AND ${isChannelOf(Prisma.sql`h`, Prisma.sql`c.workspace_id`)}
      ) h
    ) people`;

/** Returns who was notified about a conversation, newest first, and its alert. Throws `not_found`. */
export async function getNotifications(scope: OwnerScope, conversationId: string): Promise<NotificationProof> {
  const proof = (await findProofs(scope, [conversationId], SHOWN_MAX)).get(conversationId);
  if (!proof) throw new AppError("not_found");
  return proof;
}

async function findProofs(scope: OwnerScope, ids: string[], limit: number): Promise<Map<string, NotificationProof>> {
  const own = Prisma.sql`c.id = ANY(${ids}::uuid[]) AND ${ownConversations(scope)}`;
  const [alerts, notifications] = await Promise.all([
    query<AlertRow>(Prisma.sql`${ALERT_VIEW} WHERE ${own}`),
    query<NotificationRow>(Prisma.sql`
      SELECT newest.* FROM conversations c CROSS JOIN LATERAL (
        ${notificationView(scope)} WHERE n.conversation_id = c.id ORDER BY n.created_at DESC, n.id LIMIT ${limit}
      ) newest
      WHERE ${own}`),
  ]);
  const byConversation = Map.groupBy(notifications, ({ conversationId }) => conversationId);
  return new Map(
    alerts.map((alert) => [
      alert.conversationId,
      { alert, notifications: byConversation.get(alert.conversationId) ?? [] },
    ]),
  );
}

export type WaitingPage = {
  rows: { conversation: ConversationRow; proof: NotificationProof | undefined }[];
  nextCursor: string | null;
};

/** Returns a page of the visitors without a reply, the longest wait first, each with who was notified. */
export async function listWaiting(scope: OwnerScope, { limit, cursor }: ListWaitingQuery): Promise<WaitingPage> {
  const wanted = { ...WAITING, limit, ...(cursor !== undefined && { cursor }) };
  const { conversations, nextCursor } = await listConversations(scope, wanted);
  const ids = conversations.map(({ id }) => id);
  const proofs = ids.length === 0 ? new Map<string, NotificationProof>() : await findProofs(scope, ids, SHOWN_OF_EACH);
  const rows = conversations.map((conversation) => ({ conversation, proof: proofs.get(conversation.id) }));
  return { rows, nextCursor };
}

const WAITING = ListConversationsQuery.parse({ order: "waiting", snoozed: "false" });

/** Returns one of the caller's own notifications. Throws `not_found`. */
export async function getNotification(scope: OwnerScope, notificationId: string): Promise<NotificationRow> {
  const [row] = await query<NotificationRow>(Prisma.sql`
    ${notificationView(scope)} WHERE n.id = ${notificationId}::uuid AND n.user_id = ${scope.userId}::uuid`);
  if (!row) throw new AppError("not_found");
  return row;
}
