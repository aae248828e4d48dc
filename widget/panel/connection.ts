import { openBroadcastChannel } from "#client/channel.ts";
import type { LiveConnection, LivePhase } from "#client/live-connection.ts";
import type { LiveEvent } from "#client/live-event.ts";
import { createSharedLive } from "#client/shared-live.ts";
import type { VisitorConversationJson } from "#lib/desk/conversations/schema.ts";
import { isFinal } from "./problem.ts";
import type { VisitorReady } from "./refresh.ts";
import type { Session } from "./session.ts";

export type ConnectionOptions = {
  siteKey: string;
  visitorId: string;
  session: Session;
  locks: LockManager | undefined;
  onEvent: (event: LiveEvent<VisitorConversationJson>) => void;
  onPhase: (phase: LivePhase) => void;
  resync: () => Promise<boolean>;
  isCurrent: (ready: VisitorReady | undefined) => boolean;
};

/** The event stream of one visitor, shared by all tabs of their browser on the same site. */
export function createConnection(options: ConnectionOptions): LiveConnection {
  const { siteKey, visitorId, session, locks, onEvent, onPhase, resync, isCurrent } = options;
  let token = "";
  const live = createSharedLive({
    name: `site-inbox:${siteKey}:${visitorId}:live`,
    url: "/public/events",
    fetch: fetch.bind(globalThis),
    credentials: "omit",
    locks,
    openChannel: openBroadcastChannel,
    authorize: async (wasRefused) => {
      if (wasRefused) session.drop(token);
      const opened = await session.open();
      if (!opened.ok) return isFinal(opened.problem) ? "never" : "later";
      token = opened.value.token;
      return { Authorization: `Bearer ${token}` };
    },
    // It's our own server, so its events have the documented types.
    onEvent: (event) => onEvent(event as LiveEvent<VisitorConversationJson>),
    resync,
    isCurrent: (ready) => isCurrent(ready as VisitorReady | undefined),
    isVisible: () => document.visibilityState === "visible",
  });
  live.state.subscribe(() => onPhase(live.state.get().phase));
  return live;
}
