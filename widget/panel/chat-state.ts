import type { Contact, ContactErrors } from "./contact.ts";
import type { SentMessage, UnsentMessage } from "./message.ts";
import type { SiteLook } from "./site-look.ts";

export type ChatState = {
  site: SiteLook;
  conversationId: string | undefined;
  messages: SentMessage[];
  /** The first page of the history is on its way. */
  loading: boolean;
  /** What there is before the first message shown. */
  older: "none" | "some" | "loading" | "failed";
  /** Why the chat could not be opened, in words. */
  notice: string | undefined;
  unsent: UnsentMessage[];
  draft: string;
  contact: Contact;
  contactErrors: ContactErrors;
};
