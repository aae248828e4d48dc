import type { Readable } from "#client/store.ts";
import type { ChatState } from "./chat-state.ts";
import type { ShownConversation } from "./shown-conversation.ts";

/** Recounts the unread messages after the visitor has read up to a `seq`. */
export function noteReadTo(store: Readable<ChatState>, shown: ShownConversation, seq: number): void {
  const { conversation, messages } = store.get();
  if (!conversation) return;
  const unread = messages.filter((one) => one.senderType === "owner" && one.seq > seq).length;
  // What hasn't arrived here hasn't been read either.
  const unseen = Math.max(0, conversation.lastSeq - (messages.at(-1)?.seq ?? 0));
  shown.note({ ...conversation, unreadCount: unread + Math.min(unseen, conversation.unreadCount) });
}
