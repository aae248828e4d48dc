import type { BrowserStorage } from "#client/storage.ts";
import type { Readable } from "#client/store.ts";
import type { ChatState } from "./chat-state.ts";
import type { Session } from "./session.ts";

type Options = { store: Readable<ChatState>; session: Session; storage: BrowserStorage; visitorId: string };

const STORED = "attributes";
/** So many of the longest ones fit into a request. */
const AT_ONCE = 25;
const MAY_PASS = new Set([0, 401, 429]);

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
    while (pairs.length > 0) {
      const body = { attributes: Object.fromEntries(pairs.splice(0, AT_ONCE)) };
      const result = await session.call({ path: "/public/visitor/attributes", method: "PUT", body });
      if (!result.ok) return !(MAY_PASS.has(result.problem.status) || result.problem.status >= 500);
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
