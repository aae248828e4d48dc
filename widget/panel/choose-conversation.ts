import type { VisitorConversationJson } from "#lib/conversations/schema.ts";

/** Chooses which of the visitor's conversations to show: the open one, else one with an unread reply. */
export function chooseConversation(
  listed: readonly VisitorConversationJson[],
  shownId: string | undefined,
): VisitorConversationJson | undefined {
  return (
    listed.find(({ status }) => status === "open") ??
    listed.find(({ id }) => id === shownId) ??
    listed.find(({ unreadCount }) => unreadCount > 0)
  );
}
