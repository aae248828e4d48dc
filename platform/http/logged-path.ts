const PART_OF_A_ROUTE = /^(?:[a-z-]{0,24}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

/** Returns a path for the log. The caller may have put anything where an id belongs, even a token or an email address. */
export const loggedPath = (url: string): string =>
  new URL(url).pathname
    .split("/")
    .map((segment) => (PART_OF_A_ROUTE.test(segment) ? segment : "*"))
    .join("/");
