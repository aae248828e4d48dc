import { openBroadcastChannel } from "#client/channel.ts";
import type { LiveEvent, Message } from "#client/live-event.ts";
import { createOutbox } from "#client/outbox.ts";
import { createSharedLive } from "#client/shared-live.ts";
import { createTranscript, type Page, type Transcript } from "#client/transcript.ts";
import { callApi } from "./api-call.ts";
import type { BrowserStorage } from "./browser-storage.ts";

type Options = {
  baseUrl: string;
  token: string;
  name: string;
  browser: BrowserStorage;
  onSent: (message: Message) => void;
};

type Listed = { id: string; lastSeq: number };
/** What a stream begins with; a visitor's lists their conversations. */
type Ready = { listed?: Listed[] };

/**
 * A tab of the inbox, or at the address of `/public` of the chat, with the product's own client code in it: a stream, an outbox,
 * and what it shows of each conversation.
 */
export function openTab({ baseUrl, token, name, browser, onSent }: Options) {
  const transcripts = new Map<string, Transcript<Message>>();

  const transcriptOf = (id: string): Transcript<Message> => {
    const known = transcripts.get(id);
    if (known) return known;
    const made = createTranscript<Message>({
      fetchPage: async (query) => {
        const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, `${value}`]));
        const url = `${baseUrl}/conversations/${id}/messages?${search}`;
        const result = await callApi<Page<Message>>(url, { token });
        return result.ok ? result.value : undefined;
      },
    });
    transcripts.set(id, made);
    return made;
  };

  const isBehind = ({ id, lastSeq }: Listed) => lastSeq > (transcriptOf(id).state.get().messages.at(-1)?.seq ?? 0);

  const onEvent = (event: LiveEvent<Listed>) => {
    if (event.type === "message.created") transcriptOf(event.data.message.conversationId).apply(event.data.message);
    if (event.type !== "conversation.updated" || !("conversation" in event.data)) return;
    const { conversation } = event.data;
    if (isBehind(conversation)) void transcriptOf(conversation.id).catchUp();
  };

  const resync = async (): Promise<boolean> => {
    const result = await callApi<{ conversations: Listed[] }>(`${baseUrl}/conversations`, { token });
    if (!result.ok) return false;
    const caughtUp = await Promise.all(result.value.conversations.map(({ id }) => transcriptOf(id).catchUp()));
    return caughtUp.every(Boolean);
  };

  const live = createSharedLive({
    name: `${name}:live`,
    url: `${baseUrl}/events`,
    fetch,
    credentials: "omit",
    locks: navigator.locks,
    openChannel: openBroadcastChannel,
    authorize: async () => ({ Authorization: `Bearer ${token}` }),
    onEvent: (event) => onEvent(event as LiveEvent<Listed>),
    resync,
    isCurrent: (ready) => (ready as Ready | undefined)?.listed?.every((one) => !isBehind(one)) ?? false,
    isVisible: () => true,
  });

  const outbox = createOutbox<Message>({
    name,
    storage: browser.tab(),
    locks: navigator.locks,
    lastSeq: () => 0,
    deliver: async ({ key, body, to }) => {
      const url = `${baseUrl}/conversations/${to}/messages`;
      const result = await callApi<{ message: Message }>(url, { token, body: { message: body }, key });
      return result.ok ? { ok: true, value: result.value.message } : result;
    },
    onSent: (_, message) => {
      onSent(message);
      transcriptOf(message.conversationId).apply(message);
    },
  });

  live.start();
  outbox.start();
  return {
    outbox,
    connection: live.state,
    /** What this tab shows of a conversation. */
    shown: (id: string) => transcriptOf(id).state.get().messages,
    /** Scrolls up where a conversation is not shown from its beginning yet. */
    showOlder: (id: string) => void transcriptOf(id).loadEarlier(),
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
