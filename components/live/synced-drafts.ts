import { readStored, type Storage } from "#client/storage.ts";
import { DRAFT_MAX } from "#lib/desk/drafts/draft-length.ts";
import type { DraftJson, DraftKind } from "#lib/desk/drafts/schema.ts";
import { codePoints } from "#platform/characters.ts";

/** A draft's name in this browser's storage, where its text is. */
export type DraftName = `${"draft" | "note-draft"}:${string}`;

/** What the server has of a draft, as far as this browser knows. */
type Synced = {
  /** 0 if there's none. */
  version: number;
  body: string;
  /** What was written on another device, and was replaced by what's written here. It's offered until it's used or discarded. */
  other: string;
  /** Whether `other` changed here. */
  isOtherNew: boolean;
  /** Texts that were sent, with no response yet: if the server has one, it's from here. */
  tried: string[];
  /** When it was last the same as the server's, in ms. */
  at: number;
};

/** What the server has of a draft. */
export type ServerDraft = Pick<DraftJson, "version" | "body" | "other">;

const NONE: Synced = { version: 0, body: "", other: "", isOtherNew: false, tried: [], at: 0 };
const TRIED_MAX = 5;
const DAY_MS = 86_400_000;
// The server removes what nobody changes for 30 days. Such a draft wasn't sent elsewhere.
const EXPIRES_MS = 29 * DAY_MS;

export const DRAFT_KINDS = ["reply", "note"] as const;
const STARTS = { reply: "draft:", note: "note-draft:" } as const;
const SYNC_STARTS = { reply: "draft-sync:", note: "note-draft-sync:" } as const;

export const draftName = (kind: DraftKind, conversationId: string): DraftName => `${STARTS[kind]}${conversationId}`;
export const draftPlace = (name: string): { kind: DraftKind; id: string } => ({
  kind: name.startsWith(STARTS.note) ? "note" : "reply",
  id: name.slice(name.indexOf(":") + 1),
});
const syncName = (name: DraftName) => name.replace(":", "-sync:");

const isSynced = (value: unknown): value is Synced => {
  const { version, body, other, tried } = Object(value) as Record<string, unknown>;
  return typeof version === "number" && typeof body === "string" && typeof other === "string" && Array.isArray(tried);
};

/** The drafts in this browser's storage, and what's known about those on the server. Tabs share both. */
export function createSyncedDrafts(storage: Storage) {
  const synced = (name: DraftName) => readStored(storage, syncName(name), isSynced) ?? NONE;
  const textOf = (name: DraftName) => storage.get(name) ?? "";
  const keep = (name: DraftName, known: Synced) => {
    if (known.version === 0 && known.tried.length === 0 && !known.other) storage.remove(syncName(name));
    else storage.set(syncName(name), JSON.stringify(known));
  };
  const isStale = (name: DraftName) => {
    const { body, isOtherNew } = synced(name);
    return textOf(name) !== body || isOtherNew;
  };
  return {
    textOf,
    synced,
    isStale,
    /** Whether this browser has, or had, a draft of the conversation. */
    isKnown: (conversationId: string) =>
      DRAFT_KINDS.some((kind) => {
        const name = draftName(kind, conversationId);
        return textOf(name) !== "" || synced(name).version > 0;
      }),
    /** The conversations with a draft that the server doesn't have as it is here. */
    staleIds: (): string[] => {
      const names = DRAFT_KINDS.flatMap((kind) =>
        [...storage.names(STARTS[kind]), ...storage.names(SYNC_STARTS[kind])].map((name) =>
          draftName(kind, draftPlace(name).id),
        ),
      );
      return [...new Set(names.filter(isStale).map((name) => draftPlace(name).id))];
    },
    /** Takes what the server has, unless something else was written here. That's kept, and replaces it on the server next. */
    take: (name: DraftName, server: ServerDraft) => {
      const known = synced(name);
      if (server.version === known.version) return;
      const { text, next } = merged(textOf(name), known, server);
      if (text) storage.set(name, text);
      else storage.remove(name);
      // They go with the text.
      if (!text && name.startsWith(STARTS.reply)) storage.remove(`draft-actions:${draftPlace(name).id}`);
      keep(name, next);
    },
    /** Notes that a text is about to be sent. */
    noteTried: (name: DraftName, body: string) => {
      const known = synced(name);
      const tried = [...known.tried.filter((one) => one !== body), body].slice(-TRIED_MAX);
      keep(name, { ...known, tried });
    },
    /** Notes what the server has stored. */
    noteStored: (name: DraftName, stored: { version: number; body: string; other: string }) => {
      const { other } = synced(name);
      keep(name, { ...NONE, ...stored, other, isOtherNew: other !== stored.other, at: Date.now() });
    },
    /** Discards the text that's offered. */
    discardOther: (name: DraftName) => keep(name, { ...synced(name), other: "", isOtherNew: true }),
  };
}

/** Returns the text to show, and what's known then. */
function merged(text: string, known: Synced, { version, body, other = "" }: ServerDraft) {
  const now = { ...NONE, version, body, at: Date.now() };
  const isOwn = known.tried.includes(body);
  const hasExpired = version === 0 && now.at - known.at > EXPIRES_MS;
  const isUnchanged = text === "" || (text === known.body && !hasExpired);
  const isTaken = isUnchanged && !isOwn;
  const pending = known.isOtherNew ? joined(other, known.other) : other;
  // What's part of the text here isn't lost.
  const replaced = isTaken || isOwn || text.includes(body) ? "" : body;
  const offered = isOwn ? known.other : joined(pending, replaced);
  return { text: isTaken ? body : text, next: { ...now, other: offered, isOtherNew: offered !== other } };
}

function joined(earlier: string, later: string): string {
  if (!later || earlier.includes(later)) return earlier;
  const both = [earlier, later].filter(Boolean).join("\n\n");
  return codePoints(both) > DRAFT_MAX ? later : both;
}
