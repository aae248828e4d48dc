import { openBroadcastChannel } from "#client/channel.ts";
import type { LiveConnection } from "#client/live-connection.ts";
import { followPage } from "#client/page-events.ts";
import { createSharedLive } from "#client/shared-live.ts";
import { openStorage, type Storage } from "#client/storage.ts";
import { createStore, type Store } from "#client/store.ts";
import { goToLogIn } from "#components/api/go-to-log-in.ts";
import type { FilterSite } from "#components/inbox/filter-bar.tsx";
import type { InboxFilter } from "#components/inbox/inbox-filter.ts";
import type { ReadConversation } from "#components/offline/offline-store.ts";
import { provideReach, type Reach } from "#components/ui/reach.ts";
import { createLiveInbox, type LiveInbox } from "./live-inbox.ts";
import { createReplies, type Replies } from "./replies.ts";

/** What's on screen, which is stored for reading it without a connection. */
export type StoredScreen = {
  list?: { filter: InboxFilter; sites: readonly FilterSite[] };
  open?: ReadConversation | undefined;
};

/** What a dashboard tab holds during a session. */
export type DashboardSession = {
  userId: string;
  inbox: LiveInbox;
  connection: LiveConnection;
  replies: Replies;
  /** Stores data in this browser, for this owner only. */
  storage: Storage;
  shown: Store<StoredScreen>;
  /** Connects; returns a function that disconnects. */
  start: () => () => void;
};

export function createDashboardSession(userId: string): DashboardSession {
  const storage = openStorage(`site-inbox:${userId}:`);
  const inbox = createLiveInbox();
  const connection = connect(userId, inbox);
  const replies = createReplies(userId, storage, inbox);
  const shown = createStore<StoredScreen>({});

  const start = () => {
    const ending = new AbortController();
    const wake = () => replies.wake();
    addEventListener("online", wake, { signal: ending.signal });
    document.addEventListener("visibilitychange", wake, { signal: ending.signal });
    const stopFollowing = followPage(connection);
    const endReach = provideReach(reachBy(connection));
    const stopWatching = connection.state.subscribe(() => {
      if (connection.state.get().phase === "live") wake();
    });
    connection.start();
    replies.start();
    return () => {
      ending.abort();
      stopWatching();
      endReach();
      stopFollowing();
      replies.stop();
      connection.stop();
    };
  };

  return { userId, inbox, connection, replies, storage, shown, start };
}

// Until the first connection, the server counts as reachable.
function reachBy({ state }: LiveConnection): Reach {
  let wasThere = false;
  state.subscribe(() => {
    if (state.get().phase === "live") wasThere = true;
  });
  // While it waits to come back, the service may be stopped, and a navigation would end on the browser's own error page.
  const isLost = () => {
    const { phase } = state.get();
    return phase === "down" || (wasThere && (phase === "connecting" || phase === "waiting"));
  };
  return { isThere: () => navigator.onLine && !isLost(), subscribe: state.subscribe };
}

function connect(userId: string, inbox: LiveInbox): LiveConnection {
  return createSharedLive({
    name: `site-inbox:live:${userId}`,
    url: "/events",
    credentials: "same-origin",
    fetch: (...request) => fetch(...request),
    authorize: async (wasRefused) => {
      if (!wasRefused) return {};
      // The session has ended, here or elsewhere.
      goToLogIn();
      return "never";
    },
    onEvent: inbox.onEvent,
    resync: inbox.resync,
    isVisible: () => document.visibilityState === "visible",
    locks: navigator.locks as LockManager | undefined,
    openChannel: openBroadcastChannel,
  });
}
