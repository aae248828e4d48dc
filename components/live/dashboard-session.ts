import { openBroadcastChannel } from "#client/channel.ts";
import type { LiveConnection } from "#client/live-connection.ts";
import { followPage } from "#client/page-events.ts";
import { createSharedLive } from "#client/shared-live.ts";
import { type BrowserStorage, openStorage } from "#client/storage.ts";
import { createStore, type Store } from "#client/store.ts";
import { goToLogIn } from "#components/api/go-to-log-in.ts";
import { problemOf } from "#components/api/problem.ts";
import type { FilterSite, InboxFilter } from "#components/filter/inbox-filter.ts";
import type { ReadConversation } from "#components/offline/offline-store.ts";
import { provideReach, type Reach } from "#components/ui/reach.ts";
import type { Role } from "#lib/base/access/scopes.ts";
import type { ListedWorkspaceJson } from "#lib/people/workspaces/schema.ts";
import { announceLoss } from "./announcement.ts";
import { createDrafts, type Drafts } from "./drafts.ts";
import { createLiveInbox, type LiveInbox } from "./live-inbox.ts";
import { adoptStored, personStorage } from "./person-storage.ts";
import { createReplies, type Replies } from "./replies.ts";
import { createScheduledReplies, type ScheduledReplies } from "./scheduled-replies.ts";

/** What's on screen, which is stored for reading it without a connection. */
export type StoredScreen = {
  list?: { filter: InboxFilter; sites: readonly FilterSite[] };
  open?: ReadConversation | undefined;
};

/** Whose dashboard it is, and the workspace's. */
export type Member = {
  userId: string;
  workspaceId: string;
  /** A person's oldest workspace adopts what an earlier version left in their browser. */
  isOldest: boolean;
  role: Role;
  /** The person's workspaces, if they're in more than one. */
  workspaces: readonly ListedWorkspaceJson[];
  mayCreateWorkspace: boolean;
  /** Whether the person is an operator of the service. */
  runsService: boolean;
};

/** What a dashboard tab holds during a session. */
export type DashboardSession = {
  userId: string;
  workspaceId: string;
  /** Names what all tabs of this person in this workspace share. */
  name: string;
  inbox: LiveInbox;
  connection: LiveConnection;
  replies: Replies;
  drafts: Drafts;
  scheduled: ScheduledReplies;
  /** Stores data in this browser, for this person in this workspace only. */
  storage: BrowserStorage;
  shown: Store<StoredScreen>;
  /** Connects; returns a function that disconnects. */
  start: () => () => void;
};

export function createDashboardSession({ userId, workspaceId, isOldest, workspaces }: Member): DashboardSession {
  const name = `${userId}:${workspaceId}`;
  const storage = openStorage(`site-inbox:${name}:`);
  if (isOldest) adoptStored(personStorage(userId), storage);
  const inbox = createLiveInbox();
  const leave = () => {
    storage.forget();
    const left = workspaces.find(({ id }) => id === workspaceId);
    if (left) announceLoss(left.name);
  };
  const connection = connect(name, workspaceId, inbox, leave);
  const scheduled = createScheduledReplies(inbox, userId);
  const replies = createReplies({ name, workspaceId, storage, inbox, scheduled });
  const drafts = createDrafts({ name, workspaceId, storage, inbox });
  const shown = createStore<StoredScreen>({});

  const start = () => {
    const ending = new AbortController();
    const wake = () => {
      replies.wake();
      drafts.wake();
    };
    addEventListener("online", wake, { signal: ending.signal });
    document.addEventListener("visibilitychange", wake, { signal: ending.signal });
    const stopFollowing = followPage(connection);
    const endReach = provideReach(reachBy(connection));
    const stopWatching = connection.state.subscribe(() => {
      if (connection.state.get().phase === "live") wake();
    });
    connection.start();
    replies.start();
    const stopDrafts = drafts.start();
    drafts.wake();
    return () => {
      ending.abort();
      stopDrafts();
      stopWatching();
      endReach();
      stopFollowing();
      replies.stop();
      connection.stop();
    };
  };

  return { userId, workspaceId, name, inbox, connection, replies, scheduled, drafts, storage, shown, start };
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

function connect(name: string, workspaceId: string, inbox: LiveInbox, leave: () => void): LiveConnection {
  return createSharedLive({
    name: `site-inbox:live:${name}`,
    url: "/events",
    credentials: "same-origin",
    fetch: async (...request) => {
      const response = await fetch(...request);
      const refusal =
        response.status === 403 || response.status === 404 ? await problemOf(response.clone()) : undefined;
      // The person isn't in this workspace any longer.
      if (refusal?.status === 404 && refusal.code === "not_found") {
        leave();
        location.assign("/");
      }
      if (refusal?.code === "second_factor_setup_required") location.assign("/second-factor");
      if (refusal?.code === "oidc_required") location.assign("/required-login");
      return response;
    },
    authorize: async (wasRefused) => {
      if (!wasRefused) return { "Workspace-Id": workspaceId };
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
