import { joinUnsent } from "#client/join-unsent.ts";
import type { Message } from "#client/live-event.ts";
import type { Store } from "#client/store.ts";
import { createTranscript, type Page, type PageQuery, type Transcript } from "#client/transcript.ts";
import type { Unsent } from "#client/unsent.ts";
import type { ChatState } from "./chat-state.ts";
import type { Session } from "./session.ts";

type Listed = NonNullable<ChatState["conversation"]>;

const NOTHING = { conversation: undefined, messages: [], loading: false, older: "none", ownerRead: 0 } as const;

/** The one conversation that the panel shows: its messages, and what is known of it. */
export function createShownConversation(store: Store<ChatState>, session: Session) {
  let transcript: Transcript<Message> | undefined;
  let unsubscribe = () => {};
  let unsent: readonly Unsent[] = [];
  // Counts what is known newer than an answer that was asked for before it.
  let version = 0;

  const draw = () => {
    const state = transcript?.state.get();
    const messages = state?.messages ?? [];
    const joined = joinUnsent(messages, unsent, "visitor");
    const { keys } = store.get();
    store.set({
      messages,
      unsent: joined.unsent,
      ...(joined.keys.size > 0 && { keys: new Map([...keys, ...joined.keys]) }),
      older: state?.earlier ?? "none",
      loading: state !== undefined && !state.isLoaded,
    });
  };

  const close = () => {
    unsubscribe();
    transcript?.stop();
    transcript = undefined;
  };

  /** Shows a conversation, or what is newer about the one that is shown. */
  const show = ({ id, status, lastSeq, unreadCount }: Listed) => {
    version++;
    if (store.get().conversation?.id !== id) {
      close();
      store.set(NOTHING);
      const opened = createTranscript<Message>({ fetchPage: (query) => fetchPage(session, id, query) });
      transcript = opened;
      unsubscribe = opened.state.subscribe(() => (opened.state.get().isGone ? clear() : draw()));
    }
    store.set({ conversation: { id, status, lastSeq, unreadCount } });
    draw();
  };

  const clear = () => {
    version++;
    close();
    store.set(NOTHING);
    draw();
  };

  return {
    show,
    clear,
    get version() {
      return version;
    },
    /** A message of the conversation that is shown. */
    apply: (message: Message, key?: string) => {
      if (key) store.set({ keys: new Map([...store.get().keys, [message.id, key]]) });
      transcript?.apply(message);
    },
    setUnsent: (list: readonly Unsent[]) => {
      unsent = list;
      draw();
    },
    /** The visitor has read up to a `seq`. */
    setReadTo: (seq: number) => {
      const { conversation, messages } = store.get();
      const unreadCount = messages.filter((one) => one.senderType === "owner" && one.seq > seq).length;
      if (conversation) show({ ...conversation, unreadCount });
    },
    /** Fetches what is missing of it. Answers whether that worked. */
    catchUp: async (): Promise<boolean> => {
      const id = store.get().conversation?.id;
      if (!transcript || !id) return true;
      const [caughtUp, marked] = await Promise.all([transcript.catchUp(), loadMarks(store, session, id)]);
      return caughtUp && marked;
    },
    loadOlder: () => transcript?.loadEarlier(),
  };
}

export type ShownConversation = ReturnType<typeof createShownConversation>;

async function fetchPage(session: Session, id: string, query: PageQuery): Promise<Page<Message> | "gone" | undefined> {
  const parameters = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, `${value}`]));
  const answer = await session.call<Page<Message>>({ path: `/public/conversations/${id}/messages?${parameters}` });
  if (answer.ok) return answer.value;
  return answer.problem.status === 404 ? "gone" : undefined;
}

async function loadMarks(store: Store<ChatState>, session: Session, id: string): Promise<boolean> {
  const before = store.get().ownerRead;
  const answer = await session.call<{ read: { owner: number } }>({ path: `/public/conversations/${id}/read` });
  // What came live meanwhile is newer.
  if (answer.ok && store.get().conversation?.id === id && store.get().ownerRead === before) {
    store.set({ ownerRead: answer.value.read.owner });
  }
  return answer.ok || answer.problem.status === 404;
}
