/** What an endpoint can be told of. */
export const EVENT_TYPES = [
  "message.created",
  "conversation.created",
  "conversation.updated",
  "conversation.deleted",
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** What an endpoint is told when its owner asks for it. */
export const TEST_EVENT = "webhook.test";
