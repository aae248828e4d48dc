import type { BrowserStorage } from "#client/storage.ts";
import type { Readable } from "#client/store.ts";
import type { ChatState } from "./chat-state.ts";
import type { Host } from "./host.ts";
import type { Session } from "./session.ts";

type Options = { store: Readable<ChatState>; session: Session; host: Host; storage: BrowserStorage };

/**
 * Reports the page the visitor is on during a conversation, once per page, if the site collects that. Each message is
 * a reason to look, because some browsers don't report that a single-page app has changed its URL.
 */
export function createVisits({ store, session, host, storage }: Options): { start: () => void; stop: () => void } {
  let seen: number | undefined;
  const reportNow = async () => {
    const { conversation, site } = store.get();
    if (!conversation || !site.visitorDetails) return;
    seen = conversation.lastSeq;
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
  const report = () => void reportNow();
  let stop = () => {};
  return {
    start: () => {
      stop();
      stop = store.subscribe(() => {
        if (store.get().conversation?.lastSeq !== seen) report();
      });
      host.watchPage(report);
      report();
    },
    stop: () => {
      stop();
      host.watchPage(() => {});
    },
  };
}
