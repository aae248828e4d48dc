/** What lists of people can be ordered by. Apart from the schema, so that pages have it without the schema's library. */
export const PEOPLE_ORDERS = ["lastMessage", "firstSeen", "conversations"] as const;
export type PeopleOrder = (typeof PEOPLE_ORDERS)[number];
