import type { Message } from "#client/live-event.ts";
import { matchOptimistic } from "#client/match-optimistic.ts";
import type { Store } from "#client/store.ts";
import {
  createTranscript,
  type Page,
  type PageQuery,
  type Transcript,
  type TranscriptState,
} from "#client/transcript.ts";
import type { Unsent } from "#client/unsent.ts";
import type { ChatState } from "./chat-state.ts";
import { isReply } from "./is-reply.ts";
import type { Session } from "./session.ts";

type Listed = NonNullable<ChatState["conversation"]>;

const NOTHING = { conversation: undefined, messages: [], loading: false, older: "none", ownerRead: 0 } as const;

/** Links to files work for at least this long (contract.md section 19). */
const LINKS_MS = 30 * 60_000;
const RETRY_MS = 60_000;

/** The one conversation that the panel shows: its messages, and its state. */
export function createShownConversation(store: Store<ChatState>, session: Session, now = Date.now) {
  let transcript: Transcript<Message> | undefined;
  let unsubscribe = () => {};
  let unsent: readonly Unsent[] = [];
  // Counts updates, so that an older response can be recognized.
  let version = 0;
  /** Until when the oldest of the shown links works. */
  let linksEnd = 0;

  const firstWithFiles = () => store.get().messages.find(({ files }) => files)?.seq;

  const draw = () => {
    if (!firstWithFiles()) linksEnd = now() + LINKS_MS;
    store.set(shownMessages(transcript?.state.get(), unsent, store.get().keys));
  };

  const close = () => {
    unsubscribe();
    transcript?.stop();
    transcript = undefined;
  };

  /** Shows a conversation, or updates the one that is shown. */
  const note = (conversation: Listed) => {
    const { id } = conversation;
    version++;
    if (store.get().conversation?.id !== id) {
      close();
      store.set(NOTHING);
      const opened = createTranscript<Message>({ fetchPage: (query) => fetchPage(session, id, query) });
      transcript = opened;
      unsubscribe = opened.state.subscribe(() => (opened.state.get().isGone ? clear() : draw()));
    }
    store.set({ conversation });
    draw();
  };

  /** Whether messages of the shown conversation, as it's listed, are missing or may have been deleted. */
  const isBehind = ({ lastSeq, deletedCount = 0 }: Listed): boolean => {
    const state = transcript?.state.get();
    return lastSeq > (state?.messages.at(-1)?.seq ?? 0) || deletedCount > (state?.deletedCount ?? 0);
  };

  const clear = () => {
    version++;
    close();
    store.set(NOTHING);
    draw();
  };

  const apply = (message: Message, key?: string) => {
    if (key) store.set({ keys: new Map([...store.get().keys, [message.id, key]]) });
    // An owner who replies has seen everything before it.
    if (isReply(message)) setOwnerRead(message.seq);
    transcript?.apply(message);
  };

  /** Read positions may arrive out of order, and never move back. */
  const setOwnerRead = (seq: number) => {
    if (seq > store.get().ownerRead) store.set({ ownerRead: seq });
  };

  return {
    note,
    /** Like `note`, and fetches its missing messages. */
    show: (listed: Listed) => {
      const isOther = store.get().conversation?.id !== listed.id;
      note(listed);
      if (isOther || isBehind(listed)) void transcript?.catchUp();
    },
    isBehind,
    clear,
    get version() {
      return version;
    },
    /** Applies a message of the shown conversation. */
    apply,
    setOwnerRead,
    setUnsent: (list: readonly Unsent[]) => {
      unsent = list;
      draw();
    },
    /** Fetches its missing messages. Returns whether that worked. */
    catchUp: async (): Promise<boolean> => transcript?.catchUp() ?? true,
    loadOlder: () => transcript?.loadEarlier(),
    /** Fetches the links to files again once they may have expired, while someone could follow them. */
    renewLinks: async () => {
      const first = firstWithFiles();
      if (!first || !store.get().isOpen || now() < linksEnd) return;
      linksEnd = now() + LINKS_MS;
      if (!(await transcript?.renew(first))) linksEnd = now() + RETRY_MS;
    },
  };
}

export type ShownConversation = ReturnType<typeof createShownConversation>;

/** Returns what the panel shows of a transcript and the unsent messages. */
function shownMessages(
  state: TranscriptState<Message> | undefined,
  unsent: readonly Unsent[],
  keys: ChatState["keys"],
): Partial<ChatState> {
  const all = state?.messages ?? [];
  // The same list as before, unless something is to be left out.
  const messages = all.some(({ deleted }) => deleted) ? all.filter(({ deleted }) => !deleted) : all;
  const joined = matchOptimistic(messages, unsent, "visitor");
  return {
    messages,
    unsent: joined.unsent,
    ...(joined.keys.size > 0 && { keys: new Map([...keys, ...joined.keys]) }),
    older: state?.earlier ?? "none",
    loading: state !== undefined && !state.isLoaded,
  };
}

async function fetchPage(session: Session, id: string, query: PageQuery): Promise<Page<Message> | "gone" | undefined> {
  const result = await session.call<Page<Message>>({
    path: `/public/conversations/${id}/messages?${new URLSearchParams(Object(query))}`,
  });
  if (result.ok) return result.value;
  return result.problem.status === 404 ? "gone" : undefined;
}
