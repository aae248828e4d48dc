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
  /** The visitor is writing, so there soon is a conversation if there is none. */
  sayTyping: () => void;
  /** Fetches what may have been missed; unless it follows already, what it then does first is just that. */
  refresh: () => void;
  /** None before it follows. */
  phase: () => LivePhase | undefined;
  /** For good. */
  end: () => void;
};

/** Follows what happens once there is a conversation, with a part of the panel that is not loaded before. */
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
      // Until it is there, what is new is asked for.
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
