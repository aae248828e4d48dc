import type { BrowserStorage } from "#client/storage.ts";
import type { Readable } from "#client/store.ts";
import type { ChatState } from "./chat-state.ts";
import type { Session } from "./session.ts";

type Options = { store: Readable<ChatState>; session: Session; storage: BrowserStorage; visitorId: string };

const STORED = "attributes";
/** So many of the longest ones fit into a request. */
const AT_ONCE = 25;
/** Each visitor has so many, with those that earlier pages gave. Its developer can remove some with null. */
const TOO_MANY = 409;
const MAY_PASS = /^(0|401|429|5..)$/;

/**
 * Sends what the page says about its visitor once they have a conversation, and again when that changes. What this browser has
 * sent is remembered, so the next page that says the same sends nothing.
 */
export function createAttributes({ store, session, storage, visitorId }: Options) {
  let done: string | undefined;
  let isSending = false;

  const send = async (attributes: string): Promise<boolean> => {
    const sent = visitorId + attributes;
    if (storage.get(STORED) === sent) return true;
    const pairs: [string, unknown][] = JSON.parse(attributes);
    for (; pairs.length > 0; pairs.splice(0, AT_ONCE)) {
      const body = { attributes: Object.fromEntries(pairs.slice(0, AT_ONCE)) };
      const result = await session.call({ path: "/public/visitor/attributes", method: "PUT", body });
      if (result.ok) continue;
      const { status } = result.problem;
      // biome-ignore lint/suspicious/noConsole: only the page's developer can do something about it.
      if (status === TOO_MANY) console.warn(`Site Inbox: too many attributes: ${pairs.map(([name]) => name)}`);
      return !MAY_PASS.test(`${status}`);
    }
    storage.set(STORED, sent);
    return true;
  };

  const look = async () => {
    const { conversation, contact } = store.get();
    const { attributes } = contact;
    if (isSending || !conversation || !attributes || attributes === done) return;
    isSending = true;
    const isDone = await send(attributes);
    isSending = false;
    if (!isDone) return;
    done = attributes;
    // They may have changed meanwhile.
    void look();
  };

  let stop = () => {};
  return {
    start: () => {
      stop();
      stop = store.subscribe(() => void look());
      void look();
    },
    stop: () => stop(),
  };
}
