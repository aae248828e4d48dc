/** The longest search, in characters. */
export const SEARCH_MAX = 200;
