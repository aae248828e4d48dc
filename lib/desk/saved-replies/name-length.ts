/** The longest name, in characters. It isn't in schema.ts, because browsers would load zod with it. */
export const SAVED_REPLY_NAME_MAX = 40;
