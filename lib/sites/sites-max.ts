/** The most sites a workspace may have: more than anyone needs, and no more than one page can list. */
export const SITES_MAX = 1_000;
