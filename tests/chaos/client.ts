import { openBroadcastChannel } from "#client/channel.ts";
import type { Message, WireEvent } from "#client/live-event.ts";
import { createOutbox, type Delivery, type Outbox } from "#client/outbox.ts";
import { createSharedLive } from "#client/shared-live.ts";
import { createTranscript, type Page, type Transcript } from "#client/transcript.ts";
import type { Unsent } from "#client/unsent.ts";
import { callApi } from "./api-call.ts";
import type { BrowserStorage } from "./browser-storage.ts";

/** A message that the server has said to have. */
export type Acknowledged = { key: string; message: Message };

type Side = {
  /** The part of the address before the conversation: the owner's routes or the visitor's. */
  root: "" | "/public";
  /** The token to call with; undefined when there is none to be had right now. */
  token: (wasRefused: boolean) => Promise<string | undefined>;
  deliver: (message: Unsent) => Promise<Delivery<Message>>;
  onListed?: (conversationIds: string[]) => void;
};

type Options = { baseUrl: string; name: string; browser: BrowserStorage; side: Side; acknowledged: Acknowledged[] };

type Listed = { id: string; lastSeq: number };
type Event =
  | { type: "message.created"; data: { message: Message; conversation: Listed } }
  | { type: "conversation.updated"; data: { conversation: Listed } };

/** One tab with the product's own client code in it: a stream, an outbox, and what it shows of each conversation. */
export function openTab({ baseUrl, name, browser, side, acknowledged }: Options) {
  const transcripts = new Map<string, Transcript<Message>>();

  const transcriptOf = (id: string): Transcript<Message> => {
    const known = transcripts.get(id);
    if (known) return known;
    const made = createTranscript<Message>({
      fetchPage: async ({ after, before, limit }) => {
        const query = new URLSearchParams({ limit: `${limit}` });
        if (after !== undefined) query.set("after", `${after}`);
        if (before !== undefined) query.set("before", `${before}`);
        const token = await side.token(false);
        if (token === undefined) return undefined;
        const url = `${baseUrl}${side.root}/conversations/${id}/messages?${query}`;
        const answer = await callApi<Page<Message>>(url, { token });
        return answer.ok ? answer.value : undefined;
      },
    });
    transcripts.set(id, made);
    return made;
  };

  const onEvent = (event: WireEvent) => {
    const known = event as Event;
    if (known.type === "message.created") transcriptOf(known.data.message.conversationId).apply(known.data.message);
    if (known.type !== "conversation.updated" || !("conversation" in known.data)) return;
    const { id, lastSeq } = known.data.conversation;
    if (lastSeq > (transcriptOf(id).state.get().messages.at(-1)?.seq ?? 0)) void transcriptOf(id).catchUp();
  };

  const resync = async (): Promise<boolean> => {
    const token = await side.token(false);
    if (token === undefined) return false;
    const url = `${baseUrl}${side.root}/conversations`;
    const answer = await callApi<{ conversations: Listed[] }>(url, { token });
    if (!answer.ok) return false;
    const ids = answer.value.conversations.map(({ id }) => id);
    side.onListed?.(ids);
    const caughtUp = await Promise.all(ids.map((id) => transcriptOf(id).catchUp()));
    return caughtUp.every(Boolean);
  };

  const live = createSharedLive({
    name: `${name}:live`,
    url: `${baseUrl}${side.root}/events`,
    fetch,
    credentials: "omit",
    locks: navigator.locks,
    openChannel: openBroadcastChannel,
    authorize: async (wasRefused) => {
      const token = await side.token(wasRefused);
      return token === undefined ? "later" : { Authorization: `Bearer ${token}` };
    },
    onEvent,
    resync,
    isVisible: () => true,
  });

  const outbox: Outbox = createOutbox<Message>({
    name,
    storage: browser.tab(),
    locks: navigator.locks,
    deliver: side.deliver,
    onSent: ({ key }, message) => {
      acknowledged.push({ key, message });
      transcriptOf(message.conversationId).apply(message);
    },
  });

  live.start();
  outbox.start();
  return {
    live,
    outbox,
    /** What this tab shows of a conversation. */
    shown: (id: string) => transcriptOf(id).state.get().messages,
    conversationIds: () => [...transcripts.keys()],
    /** What a reload, a crash and closing the tab have in common. */
    close: () => {
      live.stop();
      outbox.stop();
      for (const transcript of transcripts.values()) transcript.stop();
    },
  };
}

export type Tab = ReturnType<typeof openTab>;
