import type { VNode } from "preact";
import type { Message } from "#client/live-event.ts";
import type { Unsent } from "#client/unsent.ts";
import type { VisitorConversationJson } from "#lib/desk/conversations/schema.ts";
import type { Contact } from "./contact.ts";
import type { Drafts } from "./drafts.ts";
import type { SiteLook } from "./site-look.ts";

export type ChatState = {
  site: SiteLook;
  /** The shown conversation. Undefined until the visitor sends a message. */
  conversation:
    | Pick<
        VisitorConversationJson,
        "id" | "status" | "lastSeq" | "deletedCount" | "unreadCount" | "ratable" | "greeting"
      >
    | undefined;
  /** It was closed before the visitor came, so their next message starts another one. */
  pastId: string | undefined;
  /** What the visitor replies to with their first message. */
  greeting: string | undefined;
  messages: readonly Message[];
  /** The Idempotency-Key of each message by id, so that its bubble keeps its identity. */
  keys: ReadonlyMap<string, string>;
  /** Messages that aren't stored yet. */
  unsent: readonly Unsent[];
  /** The first page of the history is loading. */
  loading: boolean;
  /** Whether there are messages before the first one shown. */
  older: "none" | "some" | "loading" | "failed";
  /** The `seq` up to which the owner has read. */
  ownerRead: number;
  isOwnerTyping: boolean;
  /** The connection has been down for a while. */
  isCutOff: boolean;
  /** Whether the browser has a network connection. */
  isOnline: boolean;
  /** Whether the visitor can see the panel. */
  isOpen: boolean;
  /** The current time, updated often enough for "5 minutes ago". */
  now: Date;
  /** Why the chat couldn't be opened. */
  notice: string | undefined;
  draft: string;
  contact: Contact;
  /** The invalid ones. */
  contactErrors: readonly string[];
  /** Their fields, once they're loaded. */
  contactPart: typeof import("./contact-fields.tsx") | undefined;
  isContactWanted: boolean;
  /** What draws everything but plain messages, once it's loaded. */
  details: typeof import("./details.tsx") | undefined;
  /** Draws the card that asks for an email address, if there is one. */
  card: (() => VNode) | undefined;
  isMuted: boolean;
};

/** What is shown before anything has been fetched. */
export function firstState(site: SiteLook, drafts: Drafts): ChatState {
  return {
    site,
    conversation: undefined,
    pastId: undefined,
    greeting: drafts.readGreeting(),
    messages: [],
    keys: new Map(),
    unsent: [],
    loading: false,
    older: "none",
    ownerRead: 0,
    isOwnerTyping: false,
    isCutOff: false,
    isOnline: navigator.onLine,
    isOpen: false,
    now: new Date(),
    notice: undefined,
    draft: drafts.readText(),
    contact: drafts.readContact(),
    contactErrors: [],
    contactPart: undefined,
    isContactWanted: false,
    details: undefined,
    card: undefined,
    isMuted: drafts.readMuted(),
  };
}
