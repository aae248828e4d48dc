import type { VisitorConversationJson } from "#lib/conversations/schema.ts";

/** Which of the visitor's conversations is shown: the open one, else one with an answer that was not read yet. */
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
