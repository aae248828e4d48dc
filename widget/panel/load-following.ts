declare global {
  /** The path of the chunk that follows a conversation, inserted by the build. */
  const FOLLOWING_PATH: string | undefined;
}

/**
 * Loads the chunk that follows a conversation. Browsers remember a module that failed to load, so each attempt has
 * its own URL.
 */
export function loadFollowing(tries: number): Promise<typeof import("./following.ts")> {
  const path = typeof FOLLOWING_PATH === "undefined" ? "./following.ts" : FOLLOWING_PATH;
  return import(tries > 1 ? `${path}?${tries}` : path);
}
