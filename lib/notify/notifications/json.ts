import { toConversationJson } from "../../desk/conversations/json.ts";
import { REASONS } from "../../outbox/channels/reasons.ts";
import { nextStep } from "./next-step.ts";
import type { NotificationProof, NotificationRow, WaitingPage } from "./queries.ts";
import type { ConversationNotificationsJson, NotificationJson, WaitingListResponse } from "./schema.ts";

const OF_EMAIL: Record<string, NotificationJson["status"]> = { sent: "accepted", failed: "failed", skipped: "skipped" };

export function toNotificationJson(row: NotificationRow): NotificationJson {
  // A process of the version before may have sent the email.
  const status = row.status === "queued" ? (OF_EMAIL[row.mailStatus ?? ""] ?? "pending") : row.status;
  const isSent = status === "accepted" || status === "shown";
  const acceptedAt = row.acceptedAt ?? (isSent ? row.sentAt : null);
  const detail = row.reason === null ? row.mailReason : REASONS[row.reason];
  return {
    id: row.id,
    userId: row.userId,
    channel: row.channel,
    ...(row.channelId !== null && { channelId: row.channelId }),
    name: row.name,
    kind: row.kind,
    level: row.level,
    status,
    ...(row.reason !== null && !isSent && { reason: row.reason }),
    ...(detail !== null && !isSent && { detail }),
    createdAt: row.createdAt.toISOString(),
    dueAt: row.dueAt.toISOString(),
    ...(acceptedAt !== null && { acceptedAt: acceptedAt.toISOString() }),
    ...(row.shownAt !== null && { shownAt: row.shownAt.toISOString() }),
    ...(row.clickedAt !== null && { clickedAt: row.clickedAt.toISOString() }),
  };
}

/** Converts what's known about a conversation's notifications, newest first. */
export function toConversationNotificationsJson({
  alert,
  notifications,
}: NotificationProof): ConversationNotificationsJson {
  const next = nextStep(alert);
  return {
    notifications: notifications.map(toNotificationJson),
    ...(next && { next: { at: next.at.toISOString(), what: next.what } }),
    ...(alert.since !== null && { since: alert.since.toISOString() }),
    ...(alert.endedBy !== null && !next && { endedBy: alert.endedBy }),
  };
}

export const toWaitingJson = ({ rows, nextCursor }: WaitingPage): WaitingListResponse => ({
  waiting: rows.map(({ conversation, proof }) => ({
    conversation: toConversationJson(conversation),
    ...(proof ? toConversationNotificationsJson(proof) : { notifications: [] }),
  })),
  ...(nextCursor !== null && { nextCursor }),
});
