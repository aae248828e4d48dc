const AFTER_LOG_IN = "/inbox";

/** The log-in page, and where to go from there. */
export const logInPath = (next: string) => `/login?next=${encodeURIComponent(next)}`;

/** Where to go after log-in: a path of our own, never another origin's address. */
export function pathAfterLogIn(next: unknown): string {
  if (typeof next !== "string" || !/^\/(?![/\\])/.test(next)) return AFTER_LOG_IN;
  // Browsers drop tabs and line breaks inside an address, so "/\t/host" is another site.
  return /[\p{Cc}\\]/u.test(next) ? AFTER_LOG_IN : next;
}
