import type { LivePhase } from "#client/live-connection.ts";
import type { PageLive } from "#client/page-events.ts";
import { createRetryLoop } from "#client/retry-loop.ts";
import type { Following, FollowingOptions } from "./following.ts";
import { loadFollowing } from "./load-following.ts";

type Part = Awaited<ReturnType<typeof loadFollowing>>;

export type Follower = PageLive & {
  /** There is a conversation to follow. */
  begin: () => void;
  setVisitor: (visitorId: string) => void;
  /** The visitor is typing, so there soon is a conversation. */
  sayTyping: () => void;
  /** Fetches what may have been missed. If it isn't following yet, that's the first thing it does then. */
  refresh: () => void;
  /** Undefined until it follows. */
  phase: () => LivePhase | undefined;
  /** Stops for good. */
  end: () => void;
};

/** Follows the visitor's conversation once there is one, with a chunk that's loaded for it. */
export function createFollower(options: Omit<FollowingOptions, "visitorId">): Follower {
  let part: Part | undefined;
  let following: Following | undefined;
  let visitorId: string | undefined;
  let tries = 0;
  let hasBegun = false;
  let isOver = false;

  const follow = () => {
    if (!part || following || !visitorId || !hasBegun || isOver) return;
    following = part.followConversation({ ...options, visitorId });
    following.start();
  };

  const loader = createRetryLoop(async () => {
    try {
      part ??= await loadFollowing(++tries);
    } catch {
      // Until the chunk is loaded, poll.
      if (hasBegun) options.onPhase((await options.shown.catchUp()) ? "polling" : "down");
      return false;
    }
    follow();
    return true;
  });

  const load = () => {
    if (!part) void loader.request();
  };

  return {
    begin: () => {
      hasBegun = true;
      load();
      follow();
    },
    setVisitor: (id) => {
      following?.stop();
      following = undefined;
      visitorId = id;
      follow();
    },
    sayTyping: () => {
      if (tries === 0) load();
      following?.sayTyping();
    },
    refresh: () => void following?.refresh(),
    phase: () => following?.state.get().phase,
    start: () => following?.start(),
    stop: () => following?.stop(),
    wake: () => {
      if (tries > 0) load();
      following?.wake();
    },
    reconnect: () => {
      if (tries > 0) load();
      following?.reconnect();
    },
    rest: () => following?.rest(),
    end: () => {
      isOver = true;
      loader.stop();
      following?.stop();
    },
  };
}
