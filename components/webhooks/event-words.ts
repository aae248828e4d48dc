import type { EventType } from "#lib/webhooks/event-types.ts";
import type { DeliveryJson } from "#lib/webhooks/schema.ts";

/** When an event is sent, as one chooses it. */
export const EVENT_WORDS: Record<EventType, string> = {
  "message.created": "A visitor or you wrote a message",
  "conversation.created": "A conversation began",
  "conversation.updated": "A conversation was closed, or opened again",
  "conversation.deleted": "A conversation was deleted",
};

export const DELIVERY_WORDS: Record<DeliveryJson["status"], string> = {
  pending: "Waiting",
  delivered: "Delivered",
  failed: "Failed",
  skipped: "Not sent",
};

export const STOPPED = "The webhook is stopped. Start it again first.";
