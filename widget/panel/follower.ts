import type { LivePhase } from "#client/live-connection.ts";
import type { PageLive } from "#client/page-events.ts";
import type { Following, FollowingOptions } from "./following.ts";
import { createPartLoader } from "./load-part.ts";

declare global {
  /** The path of the chunk that follows a conversation, inserted by the build. */
  const FOLLOWING_PATH: string;
}

type Part = typeof import("./following.ts");

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
  let hasBegun = false;
  let isOver = false;

  const follow = () => {
    if (!part || following || !visitorId || !hasBegun || isOver) return;
    following = part.followConversation({ ...options, visitorId });
    following.start();
  };

  const loader = createPartLoader<Part>(
    FOLLOWING_PATH,
    (loaded) => {
      part = loaded;
      follow();
    },
    // Until it's loaded, poll.
    async () => {
      if (hasBegun) options.onPhase((await options.shown.catchUp()) ? "polling" : "down");
    },
  );

  return {
    begin: () => {
      hasBegun = true;
      loader.load();
      follow();
    },
    setVisitor: (id) => {
      following?.stop();
      following = undefined;
      visitorId = id;
      follow();
    },
    sayTyping: () => {
      loader.begin();
      following?.sayTyping();
    },
    refresh: () => void (following && options.resync()),
    phase: () => following?.state.get().phase,
    start: () => following?.start(),
    stop: () => following?.stop(),
    wake: () => {
      loader.wake();
      following?.wake();
    },
    reconnect: () => {
      loader.wake();
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
