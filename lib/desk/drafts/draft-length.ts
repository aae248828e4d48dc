/** The longest draft, in characters. It's longer than a message, because a text that was pasted is shortened before it's sent. */
export const DRAFT_MAX = 10_000;
