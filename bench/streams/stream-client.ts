import { createLiveConnection, type LiveConnection } from "#client/live-connection.ts";
import type { LiveEvent, Message } from "#client/live-event.ts";
import { createRetryLoop } from "#client/retry-loop.ts";
import { createStore } from "#client/store.ts";
import { createTranscript, type Page, type PageQuery, type Transcript } from "#client/transcript.ts";
import type { ConversationJson, VisitorConversationJson } from "#lib/desk/conversations/schema.ts";
import type { ChatState } from "../../widget/panel/chat-state.ts";
import { createRefresh } from "../../widget/panel/refresh.ts";
import type { Session } from "../../widget/panel/session.ts";
import { createShownConversation } from "../../widget/panel/shown-conversation.ts";
import { createVisitorEvents } from "../../widget/panel/visitor-events.ts";
import { ApiSession } from "./api-session.ts";
import { type Attempts, streamFetch } from "./stream-fetch.ts";
import type { StreamToOpen } from "./words.ts";

const ADDRESSES = 8;

type Options = {
  to: StreamToOpen;
  port: number;
  /** Its number: clients come from several addresses, because one has too few ports. */
  at: number;
  fetches: boolean;
  attempts: Attempts;
  onLive(): void;
  /** A stream that was live has ended. */
  onCut(): void;
  /** Every message of the other side, once and in order. */
  onMessage(message: Message): void;
};

/** One client: the product's own connection, and what it does to miss nothing. */
export function createStreamClient(options: Options): { live: LiveConnection; close: () => void } {
  const { to, port, at, fetches, attempts, onLive, onCut, onMessage } = options;
  const localAddress = `127.0.0.${1 + (at % ADDRESSES)}`;
  const session = new ApiSession(port, to.token, localAddress);
  const heard = (message: Message) => message.senderType !== to.side && onMessage(message);
  const side = to.side === "visitor" ? visitorSide(session, heard) : ownerSide(session, heard);
  const sync = createRetryLoop(side.resync);
  const live = createLiveConnection({
    url: to.side === "visitor" ? "/public/events" : "/events",
    fetch: streamFetch({ port, localAddress, attempts }),
    credentials: "omit",
    authorize: async () => ({ Authorization: `Bearer ${to.token}` }),
    onEvent: side.onEvent as (event: object) => void,
    resync: async (ready) => !fetches || side.isCurrent(ready) || sync.request(),
    isVisible: () => true,
  });
  let isLive = false;
  live.state.subscribe(() => {
    const wasLive = isLive;
    isLive = live.state.get().phase === "live";
    if (isLive) onLive();
    else if (wasLive) onCut();
  });
  const close = () => {
    live.stop();
    sync.stop();
    session.close();
  };
  return { live, close };
}

type Heard = (message: Message) => void;

// The parts of the widget's panel that follow a conversation.
function visitorSide(api: ApiSession, heard: Heard) {
  const store = createStore<Partial<ChatState>>({
    conversation: undefined,
    messages: [],
    keys: new Map(),
    unsent: [],
    ownerRead: 0,
  });
  const whole = store as unknown as Parameters<typeof createShownConversation>[0];
  const session = { call: ({ path }: { path: string }) => callAsPanel(api, path) } as Session;
  const shown = createShownConversation(whole, session);
  let lastSeq = 0;
  store.subscribe(() => {
    for (const message of store.get().messages ?? []) {
      if (message.seq <= lastSeq) continue;
      lastSeq = message.seq;
      heard(message);
    }
  });
  const onEvent = createVisitorEvents({ store: whole, shown, onReply: () => {}, onTyping: () => {} });
  const { refresh, isCurrent } = createRefresh({ store: whole, shown, session });
  return { onEvent, resync: refresh, isCurrent: isCurrent as (ready: unknown) => boolean };
}

async function callAsPanel(api: ApiSession, path: string) {
  const { status, body } = await api.request(path);
  if (status === 200) return { ok: true, value: JSON.parse(body) };
  return { ok: false, problem: { status } };
}

// As the dashboard does: the list, and of each conversation what it doesn't have.
function ownerSide(api: ApiSession, heard: Heard) {
  const transcripts = new Map<string, Transcript<Message>>();
  const fetchPage = async (id: string, query: PageQuery): Promise<Page<Message> | undefined> => {
    const parameters = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
    const { status, body } = await api.request(`/conversations/${id}/messages?${parameters}`);
    return status === 200 ? (JSON.parse(body) as Page<Message>) : undefined;
  };
  const transcriptOf = (id: string) => {
    const known = transcripts.get(id);
    if (known) return known;
    const transcript = createTranscript<Message>({ fetchPage: (query) => fetchPage(id, query) });
    transcripts.set(id, transcript);
    let lastSeq = 0;
    transcript.state.subscribe(() => {
      for (const message of transcript.state.get().messages) {
        if (message.seq <= lastSeq) continue;
        lastSeq = message.seq;
        heard(message);
      }
    });
    return transcript;
  };
  const onEvent = (event: LiveEvent<ConversationJson | VisitorConversationJson>) => {
    if (event.type === "message.created") transcriptOf(event.data.message.conversationId).apply(event.data.message);
  };
  const resync = async () => {
    const { status, body } = await api.request("/conversations");
    if (status !== 200) return false;
    const { conversations } = JSON.parse(body) as { conversations: ConversationJson[] };
    // Each has one message before the bench sends more.
    const behind = conversations.filter(({ id, lastSeq }) => {
      const known = transcripts.get(id)?.state.get().messages.at(-1)?.seq;
      return (known ?? 1) < lastSeq;
    });
    return (await Promise.all(behind.map(({ id }) => transcriptOf(id).catchUp()))).every(Boolean);
  };
  return { onEvent, resync, isCurrent: () => false };
}
