/** How many characters can be searched for. */
export const SEARCH_MAX = 200;
