import type { Storage } from "#client/storage.ts";
import type { Store } from "#client/store.ts";
import type { ChatState } from "./chat-state.ts";
import type { Drafts } from "./drafts.ts";
import { isReply } from "./is-reply.ts";
import { createPartLoader } from "./load-part.ts";
import type { Session } from "./session.ts";

declare global {
  /** The path of the part with the card, inserted by the build. */
  const CARD_PATH: string;
}

const MINUTE_MS = 60_000;
const REFUSED = "no-card";

type Options = {
  session: Session;
  storage: Storage;
  store: Store<ChatState>;
  drafts: Drafts;
  /** Whether the visitor's email is stored. */
  isEmailKnown: () => boolean;
};

/**
 * Asks for an email address in the conversation if its first message has had no reply for as long as the site says,
 * unless no email can be sent or the address is known.
 */
export function createEmailCard({ session, storage, store, drafts, isEmailKnown }: Options) {
  let part: typeof import("./card.tsx") | undefined;
  let askedIn: string | undefined;

  const show = () => {
    if (!part || !askedIn) return;
    const id = askedIn;
    const card = part.createCard({
      save: (email) => session.call({ path: "/public/visitor", method: "PATCH", body: { email } }),
      onSaved: (email) => {
        const contact = { ...store.get().contact, email };
        drafts.keepContact(contact);
        store.set({ contact });
      },
      onLater: () => {
        storage.set(REFUSED, id);
        store.set({ card: undefined });
      },
      // Another function, so that the log is drawn again.
      onDraw: () => store.get().card && store.set({ card: () => card() }),
    });
    store.set({ card });
  };
  const loader = createPartLoader<typeof import("./card.tsx")>(CARD_PATH, (loaded) => {
    part = loaded;
    show();
  });

  const isDue = () => {
    const { site, conversation, messages, contact, details } = store.get();
    // The site's questions may ask for it, which those know once they're loaded.
    const minutes = details ? details.cardMinutes(store.get()) : !site.questions && site.emailCardMinutes;
    const [first] = messages;
    if (!site.emailReplies || typeof minutes !== "number" || isEmailKnown() || contact.email) return false;
    if (conversation?.status !== "open" || storage.get(REFUSED) === conversation.id || first?.seq !== 1) return false;
    return !messages.some(isReply) && Date.now() - Date.parse(first.createdAt) >= minutes * MINUTE_MS;
  };

  return {
    /** Shows the card once it's due, and removes it if the conversation is another. */
    look: () => {
      const id = store.get().conversation?.id;
      if (askedIn && askedIn !== id) {
        askedIn = undefined;
        store.set({ card: undefined });
      }
      if (askedIn || !isDue()) return;
      askedIn = id;
      if (part) show();
      else loader.load();
    },
    stop: loader.stop,
  };
}
