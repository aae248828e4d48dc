import type { LiveEvent } from "#client/live-event.ts";
import type { Store } from "#client/store.ts";
import type { VisitorConversationJson } from "#lib/conversations/schema.ts";
import type { ChatState } from "./chat-state.ts";
import type { ShownConversation } from "./shown-conversation.ts";

type Options = {
  store: Store<ChatState>;
  shown: ShownConversation;
  /** The owner wrote just now. */
  onReply: (messageId: string) => void;
  onTyping: () => void;
};

/** Shows what the stream tells. */
export function createVisitorEvents({ store, shown, onReply, onTyping }: Options) {
  const isShown = (id: string) => store.get().conversation?.id === id;

  // A visitor has one open conversation, so an open one takes the place of any other.
  const update = (conversation: VisitorConversationJson) => {
    if (isShown(conversation.id) || conversation.status === "open") shown.show(conversation);
  };

  return (event: LiveEvent<VisitorConversationJson>) => {
    if (event.type === "message.created") {
      const { message, conversation } = event.data;
      update(conversation);
      if (!isShown(message.conversationId)) return;
      shown.apply(message);
      if (message.senderType === "owner") onReply(message.id);
    }
    if (event.type === "conversation.updated") {
      if ("conversation" in event.data) update(event.data.conversation);
      else if (isShown(event.data.id)) shown.clear();
    }
    if (event.type === "read" && isShown(event.data.conversationId) && event.data.by === "owner") {
      store.set({ ownerRead: event.data.seq });
    }
    if (event.type === "typing" && isShown(event.data.conversationId) && event.data.by === "owner") onTyping();
  };
}

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
