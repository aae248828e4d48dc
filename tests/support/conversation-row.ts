import type { ConversationJson } from "#lib/desk/conversations/schema.ts";

/** A conversation as the API lists it, for tests of rules that look at a few of its fields. */
export function conversationRow(fields: Partial<ConversationJson> & { id: string }): ConversationJson {
  return {
    siteId: "s",
    visitorId: "v",
    status: "open",
    lastMessageAt: "2026-06-01T08:00:00.000Z",
    createdAt: "2026-06-01T08:00:00.000Z",
    updatedAt: "2026-06-01T08:00:00.000Z",
    siteName: "Corner shop",
    lastMessagePreview: "Hello",
    lastSeq: 1,
    noteSeq: 0,
    eventSeq: 0,
    unreadCount: 0,
    visitorVerified: false,
    lastMessageBy: "visitor",
    labelIds: [],
    ...fields,
  };
}
