declare global {
  /** Where the build puts the part that follows a conversation. */
  const FOLLOWING_PATH: string | undefined;
}

/** Loads the part that follows a conversation. A browser may remember that an address failed, so each try has its own. */
export function loadFollowing(tries: number): Promise<typeof import("./following.ts")> {
  const path = typeof FOLLOWING_PATH === "undefined" ? "./following.ts" : FOLLOWING_PATH;
  return import(tries > 1 ? `${path}?${tries}` : path);
}
