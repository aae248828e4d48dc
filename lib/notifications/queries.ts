import { query } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../access/scopes.ts";
import { ownConversation } from "../access/statements.ts";
import type { ReasonCode } from "../channels/reasons.ts";
import type { ConversationNotificationsJson, NotificationJson } from "./schema.ts";

export type NotificationRow = {
  id: string;
  userId: string;
  conversationId: string | null;
  channel: NotificationJson["channel"];
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

export type AlertRow = {
  conversationId: string;
  since: Date | null;
  level: number | null;
  dueAt: Date | null;
  /** What's planned when it's due: new messages, or the next level. */
  hasNew: boolean;
  endedBy: Required<ConversationNotificationsJson>["endedBy"] | null;
};

const SHOWN_MAX = 100;

/** Notifications, `n`: NotificationRows. */
const NOTIFICATION_VIEW = Prisma.sql`
  SELECT n.id, n.user_id AS "userId", n.conversation_id AS "conversationId", n.channel, n.name, n.kind, n.level, n.status, n.reason,
    n.created_at AS "createdAt", n.due_at AS "dueAt", n.accepted_at AS "acceptedAt", n.shown_at AS "shownAt",
    n.clicked_at AS "clickedAt", m.status AS "mailStatus", m.reason AS "mailReason", m.sent_at AS "sentAt"
  FROM notifications n LEFT JOIN mails m ON m.id = n.mail_id`;

const ALERT_VIEW = Prisma.sql`
  SELECT c.id AS "conversationId", a.since, a.level, a.due_at AS "dueAt", a.ended_by AS "endedBy",
    coalesce(c.last_seq > a.seq OR c.alert_id IS NOT NULL AND a.round > 0, false) AS "hasNew"
  FROM conversations c LEFT JOIN alerts a ON a.conversation_id = c.id`;

/** Returns who was notified about a conversation, newest first, and its alert. Throws `not_found`. */
export async function getNotifications(
  scope: OwnerScope,
  conversationId: string,
): Promise<{ alert: AlertRow; notifications: NotificationRow[] }> {
  const [alert] = await query<AlertRow>(Prisma.sql`${ALERT_VIEW} WHERE ${ownConversation(scope, conversationId)}`);
  if (!alert) throw new AppError("not_found");
  const notifications = await query<NotificationRow>(Prisma.sql`
    ${NOTIFICATION_VIEW} WHERE n.conversation_id = ${conversationId}::uuid AND n.workspace_id = ${scope.workspaceId}::uuid
    ORDER BY n.created_at DESC, n.id LIMIT ${SHOWN_MAX}`);
  return { alert, notifications };
}

/** Returns one of the caller's own notifications. Throws `not_found`. */
export async function getNotification(scope: OwnerScope, notificationId: string): Promise<NotificationRow> {
  const [row] = await query<NotificationRow>(Prisma.sql`
    ${NOTIFICATION_VIEW} WHERE n.id = ${notificationId}::uuid AND n.user_id = ${scope.userId}::uuid`);
  if (!row) throw new AppError("not_found");
  return row;
}
