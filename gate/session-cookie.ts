import { env } from "#platform/env.ts";

/** Over https the cookie takes the prefix that keeps it from being set without TLS. */
export const secureCookies = () => env().BASE_URL.startsWith("https:");

/** The cookie in which next-auth keeps the user token: its own default names. */
export const sessionCookieName = () => `${secureCookies() ? "__Secure-" : ""}next-auth.session-token`;

/** Clears the session cookie if the request came with it. */
export function clearSessionCookie(request: Request, answerHeaders: Headers): void {
  if (!request.headers.has("authorization")) answerHeaders.append("Set-Cookie", clearedSessionCookie());
}

/** A Set-Cookie value that takes the session cookie away. */
function clearedSessionCookie(): string {
  const secure = secureCookies() ? "; Secure" : "";
  return `${sessionCookieName()}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${secure}`;
}
