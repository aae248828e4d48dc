import type { LiveEvent } from "#client/live-event.ts";
import type { Store } from "#client/store.ts";
import type { VisitorConversationJson } from "#lib/desk/conversations/schema.ts";
import type { ChatState } from "./chat-state.ts";
import { isReply } from "./is-reply.ts";
import type { ShownConversation } from "./shown-conversation.ts";

type Options = {
  store: Store<ChatState>;
  shown: ShownConversation;
  /** The owner just replied. */
  onReply: () => void;
  onTyping: () => void;
};

/** Applies the stream's events. */
export function createVisitorEvents({ store, shown, onReply, onTyping }: Options) {
  const isShown = (id: string) => store.get().conversation?.id === id;

  // A visitor has one open conversation, so an open one replaces any other.
  const isToShow = ({ id, status }: VisitorConversationJson) => isShown(id) || status === "open";

  return (event: LiveEvent<VisitorConversationJson>) => {
    if (event.type === "message.created") {
      const { message, conversation } = event.data;
      if (!isToShow(conversation)) return;
      shown.note(conversation);
      shown.apply(message);
      if (isReply(message)) onReply();
    }
    if (event.type === "conversation.updated") {
      if ("conversation" in event.data) {
        if (isToShow(event.data.conversation)) shown.show(event.data.conversation);
      } else if (isShown(event.data.id)) shown.clear();
    }
    if (event.type === "read" && isShown(event.data.conversationId) && event.data.by === "owner") {
      shown.setOwnerRead(event.data.seq);
    }
    if (event.type === "typing" && isShown(event.data.conversationId) && event.data.by === "owner") onTyping();
  };
}
