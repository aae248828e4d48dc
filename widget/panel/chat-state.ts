import type { Message } from "#client/live-event.ts";
import type { Unsent } from "#client/unsent.ts";
import type { VisitorConversationJson } from "#lib/conversations/schema.ts";
import type { Contact, ContactErrors } from "./contact.ts";
import type { SiteLook } from "./site-look.ts";

export type ChatState = {
  site: SiteLook;
  /** The conversation that is shown; none before the visitor has written. */
  conversation: Pick<VisitorConversationJson, "id" | "status" | "lastSeq" | "unreadCount"> | undefined;
  messages: readonly Message[];
  /** By a message's id the key that it was sent with, so that its bubble stays the same one. */
  keys: ReadonlyMap<string, string>;
  /** What the server does not have yet. */
  unsent: readonly Unsent[];
  /** The first page of the history is on its way. */
  loading: boolean;
  /** What there is before the first message shown. */
  older: "none" | "some" | "loading" | "failed";
  /** The `seq` up to which the owner has read. */
  ownerRead: number;
  isOwnerTyping: boolean;
  /** The connection is gone, and has been for a while. */
  isCutOff: boolean;
  /** Whether the browser has a network at all. */
  isOnline: boolean;
  /** Whether the visitor can see the panel. */
  isOpen: boolean;
  /** The time, often enough for "5 minutes ago". */
  now: Date;
  /** Why the chat could not be opened, in words. */
  notice: string | undefined;
  draft: string;
  contact: Contact;
  contactErrors: ContactErrors;
  isContactWanted: boolean;
  isMuted: boolean;
};
