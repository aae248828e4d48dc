const AFTER_LOG_IN = "/inbox";

/** Returns the login page's path, with the page to open afterwards. */
export const logInPath = (next: string) => `/login?next=${encodeURIComponent(next)}`;

/** Returns the path to open after login. It's always our own, never another origin's URL. */
export function pathAfterLogIn(next: unknown): string {
  if (typeof next !== "string" || !/^\/(?![/\\])/.test(next)) return AFTER_LOG_IN;
  // Browsers drop tabs and line breaks in URLs, so "/\t/host" is another site.
  if (/[\p{Cc}\\]/u.test(next)) return AFTER_LOG_IN;
  // "/.//host" leads to the path "//host", which is another site if it's read again.
  return new URL(next, "http://localhost").pathname.startsWith("//") ? AFTER_LOG_IN : next;
}
