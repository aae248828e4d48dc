import type { Answer } from "./api.ts";
import type { ChatState } from "./chat-state.ts";
import { type Contact, checkContact, contactFields } from "./contact.ts";
import { createDrafts } from "./drafts.ts";
import { createHistory } from "./history.ts";
import type { Identity } from "./identity.ts";
import type { Message, UnsentMessage } from "./message.ts";
import { createOutbox } from "./outbox.ts";
import { wordsForOpening } from "./problem.ts";
import { createSession } from "./session.ts";
import type { SiteLook } from "./site-look.ts";
import { openStorage } from "./storage.ts";
import { createStore, type Store } from "./store.ts";

type Delivered = { conversationId: string; message: Message };

export type Chat = {
  store: Store<ChatState>;
  open: () => Promise<void>;
  loadOlder: () => Promise<void>;
  write: (draft: string) => void;
  setContact: (contact: Contact) => void;
  /** Takes over what the page knows of its visitor; it goes with the next message. */
  identify: (identity: Identity) => void;
  /** Leaves nothing of the visitor in this browser; the frame is of no use afterwards. */
  forget: () => void;
  send: () => void;
  retry: (key: string) => void;
  edit: (key: string) => void;
};

/** The visitor's side of one site's chat: what is shown, and everything that can be done. */
export function createChat(siteKey: string, site: SiteLook, pageUrl: () => Promise<string | undefined>): Chat {
  const storage = openStorage(siteKey);
  const drafts = createDrafts(storage);
  const session = createSession(siteKey, storage);
  const store = createStore<ChatState>({
    site,
    conversationId: undefined,
    messages: [],
    loading: false,
    older: "none",
    notice: undefined,
    unsent: drafts.readUnsent(),
    draft: drafts.readText(),
    contact: drafts.readContact(),
    contactErrors: {},
  });
  const history = createHistory(store, session);
  // A page's first message tells where the visitor is; a changed name or address goes with the next one.
  let hasStarted = false;
  let sentContact = "";
  let visitorId: string | undefined;

  const open = async () => {
    const problem = store.get().conversationId ? await catchUp() : await enter();
    store.set({ notice: problem && wordsForOpening(problem, navigator.onLine) });
  };

  const enter = async () => {
    const opened = await session.open();
    if (!opened.ok) return opened.problem;
    const { site, conversation } = opened.value;
    store.set({ site });
    if (!conversation || store.get().conversationId) return undefined;
    store.set({ conversationId: conversation.id });
    return catchUp();
  };

  const catchUp = async () => {
    store.set({ loading: store.get().messages.length === 0 });
    const newer = await history.loadNewer();
    store.set({ loading: false });
    return newer.ok || newer.problem.status === 404 ? undefined : newer.problem;
  };

  const contact = () => ({ ...contactFields(store.get().contact), ...(visitorId && { visitorId }) });

  const start = async ({ key, body }: UnsentMessage): Promise<Answer<Delivered>> => {
    if (!store.get().conversationId) session.shareVisitor();
    const url = await pageUrl();
    const request = { message: body, ...(url && { pageUrl: url }), ...contact() };
    return session.call<Delivered>({ path: "/public/conversations", body: request, key });
  };

  const append = async (conversationId: string, { key, body }: UnsentMessage): Promise<Answer<Delivered>> => {
    const changed = JSON.stringify(contact()) === sentContact ? {} : contact();
    const path = `/public/conversations/${conversationId}/messages`;
    const answer = await session.call<{ message: Message }>({ path, body: { message: body, ...changed }, key });
    return answer.ok ? { ok: true, value: { conversationId, message: answer.value.message } } : answer;
  };

  const deliverOnce = async (message: UnsentMessage): Promise<Answer<Delivered>> => {
    const { conversationId } = store.get();
    if (!conversationId || !hasStarted) return start(message);
    const answer = await append(conversationId, message);
    if (answer.ok) return answer;
    const { status, code, conversationId: other } = answer.problem;
    if (status === 404) return start(message);
    if (code === "open_conversation_exists" && other) return append(other, message);
    return answer;
  };

  const deliver = async (message: UnsentMessage) => {
    const contactNow = JSON.stringify(contact());
    const answer = await deliverOnce(message);
    if (answer.ok) {
      hasStarted = true;
      sentContact = contactNow;
      store.set({ notice: undefined });
    }
    return answer;
  };

  const outbox = createOutbox(store, drafts, history, deliver);

  const write = (draft: string) => {
    drafts.keepText(draft);
    store.set({ draft });
  };

  const setContact = (contact: Contact) => {
    drafts.keepContact(contact);
    store.set({ contact });
  };

  return {
    store,
    open,
    loadOlder: history.loadOlder,
    write,
    setContact,
    identify: ({ id, ...given }) => {
      visitorId = id;
      // The same words again, on the next page, do not undo what the visitor wrote in their place.
      const isNews = drafts.keepGiven(given);
      if (isNews) setContact({ ...store.get().contact, ...given });
    },
    forget: storage.forget,
    send: () => {
      const { draft, contact } = store.get();
      const contactErrors = checkContact(contact);
      store.set({ contactErrors });
      if (Object.keys(contactErrors).length > 0) return;
      write("");
      outbox.add(draft);
    },
    retry: outbox.retry,
    edit: (key) => {
      const { draft } = store.get();
      const body = outbox.take(key);
      write(draft ? `${body}\n${draft}` : body);
    },
  };
}
