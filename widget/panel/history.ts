import type { ChatState } from "./chat-state.ts";
import { type Message, mergeMessages } from "./message.ts";
import type { Session } from "./session.ts";
import type { Store } from "./store.ts";

type Page = { messages: Message[]; hasMore: boolean };

/** Fetches the conversation's messages into the list: the newest, those before, and those since. */
export function createHistory(store: Store<ChatState>, session: Session) {
  const fetchPage = (query: string) => {
    const { conversationId } = store.get();
    return session.call<Page>({ path: `/public/conversations/${conversationId}/messages${query}` });
  };

  const add = (messages: (Message & { key?: string })[]) =>
    store.set({ messages: mergeMessages(store.get().messages, messages) });

  const loadNewest = async () => {
    const answer = await fetchPage("");
    if (!answer.ok) return answer;
    add(answer.value.messages);
    store.set({ older: answer.value.hasMore ? "some" : "none" });
    return answer;
  };

  const loadOlder = async () => {
    const first = store.get().messages[0];
    if (!first || store.get().older === "loading") return;
    store.set({ older: "loading" });
    const answer = await fetchPage(`?before=${first.seq}`);
    if (!answer.ok) return store.set({ older: "failed" });
    add(answer.value.messages);
    store.set({ older: answer.value.hasMore ? "some" : "none" });
  };

  const loadNewer = async () => {
    for (;;) {
      const last = store.get().messages.at(-1);
      if (!last) return loadNewest();
      const answer = await fetchPage(`?after=${last.seq}`);
      if (!answer.ok) return answer;
      add(answer.value.messages);
      if (!answer.value.hasMore) return answer;
    }
  };

  /** Shows a message just sent, and fetches what others wrote before it. */
  const addSent = async (conversationId: string, message: Message, key: string) => {
    if (store.get().conversationId !== conversationId) store.set({ conversationId, messages: [], older: "none" });
    const before = store.get().messages.at(-1)?.seq ?? 0;
    add([{ ...message, key }]);
    if (message.seq <= before + 1) return;
    if (before === 0) await loadNewest();
    else await fillGap(before, message.seq);
  };

  const fillGap = async (after: number, before: number) => {
    const answer = await fetchPage(`?after=${after}&limit=100`);
    if (answer.ok) add(answer.value.messages.filter(({ seq }) => seq <= before));
  };

  return { loadNewest, loadOlder, loadNewer, addSent };
}

export type History = ReturnType<typeof createHistory>;
