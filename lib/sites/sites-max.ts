/** How many sites a workspace may have: more than anybody needs, and no more than a page can list. */
export const SITES_MAX = 1_000;
