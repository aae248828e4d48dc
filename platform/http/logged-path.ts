const PART_OF_A_ROUTE = /^(?:[a-z-]{0,24}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

/** A path as it is logged: what stands in it in place of an id may be anything, a token or an address too. */
export const loggedPath = (url: string): string =>
  new URL(url).pathname
    .split("/")
    .map((segment) => (PART_OF_A_ROUTE.test(segment) ? segment : "*"))
    .join("/");
