import { type BrowserStorage, readStored } from "#client/storage.ts";
import type { Page } from "#client/transcript.ts";
import type { FilterSite } from "#components/filter/inbox-filter.ts";
import type { ConversationJson } from "#lib/desk/conversations/schema.ts";
import type { MessageJson } from "#lib/desk/messages/schema.ts";
import type { NoteJson } from "#lib/desk/notes/schema.ts";

/** A conversation as it was read. */
export type ReadConversation = {
  conversation: ConversationJson;
  newest: Page<MessageJson>;
  /** Those between and after these messages. An earlier version stored none. */
  notes?: readonly NoteJson[];
  /** The `seq` up to which the visitor has read. */
  seen: number;
};

/** The inbox's list, with its sites and how the account shows it. */
export type ReadList = {
  conversations: readonly ConversationJson[];
  sites: readonly FilterSite[];
  look: Record<string, string | undefined>;
};

/** Whose inbox it is, and the workspace's. */
export type OfflineReader = { userId: string; workspaceId: string };

type Dated<T> = T & { /** When it was current, in ms. */ at: number };

// Another shape needs another number: what's stored in the earlier one is then removed.
const FORMAT = 2;
export const ROWS = 50;
const CONVERSATIONS = 20;
const MESSAGES = 50;
const CHARACTERS = 32_000;
const AGE_MS = 7 * 86_400_000;

const OWNER = "owner";
const LIST = "list";
const ownerOf = ({ userId, workspaceId }: OfflineReader) => `${FORMAT}:${userId}:${workspaceId}`;
const nameOf = (id: string) => `conversation:${id}:`;

/**
 * Stores the last list and the conversations read last, of one workspace at a time: it has at most a megabyte, which
 * unsent replies need more. If the browser has no space left, it stores nothing.
 */
export function createOfflineStore(storage: BrowserStorage, now: () => number = Date.now) {
  const isFresh = (at: number) => Math.abs(now() - at) < AGE_MS;
  const isOf = (reader: OfflineReader) => storage.get(OWNER) === ownerOf(reader);

  const set = (name: string, text: string) => {
    storage.set(name, text);
    if (!storage.isLasting()) storage.forget();
  };

  /** The stored conversations, the one read last first. */
  const entries = () =>
    storage
      .names("conversation:")
      .map((name) => {
        const [, id = "", at] = name.split(":");
        return { name, id, at: Number(at) };
      })
      .sort((one, other) => other.at - one.at);

  const removeWhere = (isOld: (entry: { id: string; at: number }, rank: number) => boolean) => {
    for (const [rank, entry] of entries().entries()) if (isOld(entry, rank)) storage.remove(entry.name);
  };

  const list = (): Dated<ReadList> | undefined => {
    const read = readStored(storage, LIST, isDated<ReadList>);
    return read && isFresh(read.at) ? read : undefined;
  };

  return {
    /** Makes this the reader's, and removes what's too old or another one's. */
    begin: (reader: OfflineReader) => {
      if (!isOf(reader)) for (const name of storage.names("")) storage.remove(name);
      set(OWNER, ownerOf(reader));
      removeWhere(({ at }) => !isFresh(at));
      if (!list()) storage.remove(LIST);
    },
    /** Returns whose inbox is stored, if any. */
    reader: (): OfflineReader | undefined => {
      const [format, userId, workspaceId] = storage.get(OWNER)?.split(":") ?? [];
      return format === String(FORMAT) && userId && workspaceId ? { userId, workspaceId } : undefined;
    },
    keepList: (reader: OfflineReader, { conversations, ...read }: Dated<ReadList>) => {
      if (isOf(reader)) set(LIST, JSON.stringify({ ...read, conversations: conversations.slice(0, ROWS) }));
    },
    keepConversation: (reader: OfflineReader, { newest, notes = [], at, ...read }: Dated<ReadConversation>) => {
      if (!isOf(reader)) return;
      const { id } = read.conversation;
      removeWhere((entry) => entry.id === id);
      removeWhere((_, rank) => rank >= CONVERSATIONS - 1);
      set(`${nameOf(id)}${at}`, JSON.stringify({ ...read, ...newestOf(newest, notes), at }));
    },
    remove: (conversationId: string) => removeWhere(({ id }) => id === conversationId),
    list,
    ids: () => entries().map(({ id }) => id),
    conversation: (id: string): Dated<ReadConversation> | undefined => {
      const [name] = storage.names(nameOf(id));
      const read = name === undefined ? undefined : readStored(storage, name, isDated<ReadConversation>);
      return read && isFresh(read.at) ? read : undefined;
    },
  };
}

/** Returns the newest messages and notes of a conversation. They share the space. */
function newestOf({ messages, hasMore, deletedCount = 0 }: Page<MessageJson>, notes: readonly NoteJson[]) {
  const all = [...messages, ...notes].sort((one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt));
  let start = all.length;
  let characters = 0;
  for (const { body } of all.slice(-MESSAGES).reverse()) {
    characters += body.length;
    if (characters > CHARACTERS && start < all.length) break;
    start -= 1;
  }
  // Without a message, it wouldn't be known which notes belong to the part that's stored.
  const kept = new Set([...messages.slice(-1), ...all.slice(start)]);
  const newest = messages.filter((message) => kept.has(message));
  return {
    newest: { messages: newest, hasMore: hasMore || newest.length < messages.length, deletedCount },
    notes: notes.filter((note) => kept.has(note)),
  };
}

const isDated = <T>(value: unknown): value is Dated<T> =>
  typeof value === "object" && value !== null && "at" in value && typeof value.at === "number";
