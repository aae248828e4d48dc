/**
 * The most sites a workspace may have: more than anyone needs, and no more than one page can list. It isn't in
 * commands.ts, because browsers need it too.
 */
export const SITES_MAX = 1_000;
