/** The longest name of a view, in characters. It isn't in schema.ts, because browsers would load zod with it. */
export const VIEW_NAME_MAX = 40;
