/** The events an endpoint can subscribe to. */
export const EVENT_TYPES = [
  "message.created",
  "message.deleted",
  "conversation.created",
  "conversation.updated",
  "conversation.deleted",
  "conversation.snoozed",
  "conversation.woken",
  "conversation.labeled",
  "conversation.starred",
  "conversation.assigned",
  "conversation.waiting",
  "conversation.rated",
  "notification.failed",
  "member.joined",
  "member.changed",
  "member.removed",
  "member.available",
  "invitation.created",
  "invitation.accepted",
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** The event that an owner sends to test an endpoint. */
export const TEST_EVENT = "webhook.test";
