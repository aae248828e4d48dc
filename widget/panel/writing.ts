import type { Store } from "#client/store.ts";
import type { Identity } from "../bridge.ts";
import type { ChatState } from "./chat-state.ts";
import { CONTACT_FIELDS, type Contact, contactFields } from "./contact.ts";
import type { Drafts } from "./drafts.ts";
import { createPartLoader } from "./load-part.ts";

declare global {
  /** The path of the part with the fields for name and email, inserted by the build. */
  const CONTACT_PATH: string;
}

/** What the visitor types, and what the page says about them, until it's sent. */
export function createWriting(store: Store<ChatState>, drafts: Drafts) {
  let label: string | undefined;
  const fields = createPartLoader<ChatState["contactPart"] & object>(CONTACT_PATH, (contactPart) =>
    store.set({ contactPart }),
  );
  // Details from an earlier visit are checked before they're sent.
  const { name, email } = store.get().contact;
  if (name || email) fields.begin();

  const write = (draft: string) => {
    drafts.keepText(draft);
    store.set({ draft });
  };

  const setContact = (contact: Contact) => {
    drafts.keepContact(contact);
    store.set({ contact });
  };

  return {
    write,
    setContact,
    /** The visitor is about to open the form for their name and email. */
    prepareContact: fields.begin,
    wantContact: (isContactWanted: boolean) => {
      fields.load();
      store.set({ isContactWanted });
    },
    /** The server rejected these details. */
    showInvalid: (names: readonly string[]) => {
      fields.load();
      store.set({ contactErrors: CONTACT_FIELDS.filter((field) => names.includes(field)) });
    },
    /** The network or the visitor is back. */
    wake: fields.wake,
    /** Takes over what the page knows about its visitor. It's sent with the next message. */
    identify: ({ id, hash: _, attributes, ...given }: Identity) => {
      label = id;
      // The same details again, on the next page, don't overwrite what the visitor typed over them.
      const isNews = drafts.keepGiven(given);
      if (isNews) setContact({ ...store.get().contact, ...given });
      if (attributes) setContact({ ...store.get().contact, attributes });
    },
    /** What is sent along with a message. */
    about: () => ({ ...contactFields(store.get().contact), ...(label && { visitorId: label }) }),
    /** Takes the draft, to send it. Invalid details keep it there, and their form open. */
    take: (): string | undefined => {
      const { draft, contact, contactPart } = store.get();
      const contactErrors = contactPart?.checkContact(contact) ?? [];
      store.set({ contactErrors, isContactWanted: false });
      if (contactErrors.length > 0) return undefined;
      write("");
      return draft;
    },
    /** Puts a withdrawn text before the text typed since. */
    putBack: (text: string) => {
      write([text, store.get().draft].filter(Boolean).join("\n"));
    },
  };
}
