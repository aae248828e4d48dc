import { env } from "../env.ts";

/** Over https the cookie takes the prefix that keeps it from being set without TLS. */
export const secureCookies = () => env().BASE_URL.startsWith("https:");

/** The cookie in which next-auth keeps the user token: its own default names. */
export const sessionCookieName = () => `${secureCookies() ? "__Secure-" : ""}next-auth.session-token`;

/** A Set-Cookie value that takes the session cookie away. */
export function clearedSessionCookie(): string {
  const secure = secureCookies() ? "; Secure" : "";
  return `${sessionCookieName()}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${secure}`;
}
