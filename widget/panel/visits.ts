import type { BrowserStorage } from "#client/storage.ts";
import type { Readable } from "#client/store.ts";
import type { ChatState } from "./chat-state.ts";
import type { Host } from "./host.ts";
import type { Session } from "./session.ts";

type Options = { store: Readable<ChatState>; session: Session; host: Host; storage: BrowserStorage };

/**
 * Reports the page the visitor is on during a conversation, once per page, if the site collects that. A page that
 * changes its URL without loading is noticed with the next message.
 */
export function createVisits({ store, session, host, storage }: Options): { start: () => void; stop: () => void } {
  let reported: unknown;
  const report = async () => {
    const { conversation, site } = store.get();
    if (!conversation || !site.visitorDetails || conversation.lastSeq === reported) return;
    reported = conversation.lastSeq;
    // Query strings and fragments may contain secrets, so they stay in the browser.
    const pageUrl = (await host.pageUrl())?.split(/[?#]/)[0];
    const visit = conversation.id + pageUrl;
    if (storage.get("visit") === visit) return;
    storage.set("visit", visit);
    const { language } = navigator;
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const path = `/public/conversations/${conversation.id}/visit`;
    const { ok } = await session.call({ path, body: { pageUrl, language, timeZone } });
    if (!ok) storage.remove("visit");
  };
  let stop = () => {};
  return {
    start: () => {
      stop = store.subscribe(() => void report());
      void report();
    },
    stop: () => stop(),
  };
}
