/** The longest search, in characters. It isn't in schema.ts, because browsers would load zod with it. */
export const SEARCH_MAX = 200;
