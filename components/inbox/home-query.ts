import { type InboxFilter, listQuery } from "#components/filter/inbox-filter.ts";

export const SHOWN_MAX = 5;
export const WAITING: InboxFilter = { status: "open", order: "waiting" };

/** The query for who waits the longest, which the server runs too. */
export const HOME_QUERY = { ...listQuery(WAITING), limit: String(SHOWN_MAX) };
