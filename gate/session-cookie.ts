import { decodeJwt } from "jose";
import { readUserToken } from "#lib/base/sessions/user-token.ts";
import { env } from "#platform/env.ts";
import { AppError } from "#platform/errors.ts";
import type { ResponseHeaders } from "#platform/http/response.ts";

const NAME = "next-auth.session-token";

/** Whether cookies are for https alone. */
export const secureCookies = () => env().BASE_URL.startsWith("https:");

/** Returns the name of a cookie that only this host can set, if it has https. */
export const hostCookieName = (name: string) => (secureCookies() ? `__Host-${name}` : name);

/**
 * The cookie that next-auth keeps the user token in. With https, its prefix keeps other hosts and plain http from
 * setting it.
 */
export const sessionCookieName = () => hostCookieName(NAME);

// Versions before the __Host- prefix set this name, for 30 days. Both can go once every such cookie has expired.
const formerName = () => (secureCookies() ? `__Secure-${NAME}` : null);
const PREFIX_SINCE_SECONDS = Date.UTC(2026, 10, 22) / 1000;

// A neighboring host can set the former name too, and must not log anyone in to a session it has just created.
async function isFormerSession(token: string): Promise<boolean> {
  try {
    await readUserToken(token);
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
  const { iat } = decodeJwt(token);
  return iat !== undefined && iat < PREFIX_SINCE_SECONDS;
}

const cookieNames = () => [sessionCookieName(), formerName()].filter((name) => name !== null);

/** next-auth's options for the session cookie, as the __Host- prefix requires. */
export const sessionCookieOptions = () => ({
  httpOnly: true,
  sameSite: "lax" as const,
  path: "/",
  secure: secureCookies(),
});

type Pair = { name: string; value: string };

// RFC 6265 section 5.4.
function pairsOf(header: string | null): Pair[] {
  return (header ?? "").split(";").flatMap((pair) => {
    const at = pair.indexOf("=");
    return at > 0 ? [{ name: pair.slice(0, at).trim(), value: pair.slice(at + 1).trim() }] : [];
  });
}

const valuesOf = (pairs: Pair[], name: string | null) =>
  pairs.filter((pair) => pair.name === name).map(({ value }) => value);

type SessionCookie = {
  /** The user token; null if there's none or it's refused. */
  token: string | null;
  /** Whether another host may have set it: two of one name, or one of the former name that isn't a session from then. */
  isRefused: boolean;
  /** Whether a cookie of the former name came along. */
  hasFormer: boolean;
};

/** Returns the session cookie of a Cookie header, the same one for the API and for pages. */
export async function readSessionCookie(header: string | null): Promise<SessionCookie> {
  const pairs = pairsOf(header);
  const former = valuesOf(pairs, formerName());
  const current = valuesOf(pairs, sessionCookieName());
  const [token = null, second] = current.length > 0 ? current : former;
  const isFormer = current.length === 0 && token !== null;
  const isRefused = second !== undefined || (isFormer && !(await isFormerSession(token)));
  return { token: isRefused ? null : token, isRefused, hasFormer: former.length > 0 };
}

/** Returns a Cookie header that contains the valid session cookie once, under its current name, or not at all. */
export async function withOneSessionCookie(header: string): Promise<string> {
  const { token } = await readSessionCookie(header);
  const names = cookieNames();
  // next-auth joins cookies whose names start alike, since it splits long ones. Ours is short.
  const others = pairsOf(header).filter(({ name }) => !names.some((ours) => name.startsWith(ours)));
  const kept = token === null ? others : [...others, { name: sessionCookieName(), value: token }];
  return kept.map(({ name, value }) => `${name}=${value}`).join("; ");
}

/** Returns the values of a Cookie header's cookies of this name. */
export const cookieValues = (header: string | null, name: string): string[] => valuesOf(pairsOf(header), name);

/** Returns the Set-Cookie value that logs a browser in. */
export const sessionCookieLine = (token: string, expiresAt: Date): string =>
  cookieLine(sessionCookieName(), token, Math.max(0, Math.round((expiresAt.getTime() - Date.now()) / 1_000)));

/** Returns the Set-Cookie value of a cookie that scripts can't read. */
export const cookieLine = (name: string, value: string, seconds: number, domain = "") =>
  `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secureCookies() ? "; Secure" : ""}${domain}`;

const clearedCookies = () => cookieNames().map((name) => cookieLine(name, "", 0));

/** Clears the session cookie, unless the request used a token instead. */
export function clearSessionCookie(request: Request, responseHeaders: ResponseHeaders): void {
  if (request.headers.has("authorization")) return;
  responseHeaders.set("Set-Cookie", clearedCookies());
}

// An IP address and a single name have no parent domain.
function ownDomains(): string[] {
  const labels = new URL(env().BASE_URL).hostname.split(".");
  if (/^[\d[]/.test(labels.at(-1) ?? "")) return [];
  return labels.slice(0, -1).map((_, at) => labels.slice(at).join("."));
}

/** Returns the Set-Cookie values that leave a browser with one session cookie of the current name, or none. */
export async function settledSessionCookies(header: string | null, seconds: number): Promise<string[]> {
  const { token, isRefused, hasFormer } = await readSessionCookie(header);
  if (isRefused) {
    // A neighboring host may have set it for a common parent domain, which the prefix rules out.
    const name = formerName() ?? sessionCookieName();
    return [...clearedCookies(), ...ownDomains().map((domain) => cookieLine(name, "", 0, `; Domain=${domain}`))];
  }
  const former = formerName();
  if (!hasFormer || former === null || token === null || !/^[\w.-]+$/.test(token)) return [];
  return [cookieLine(sessionCookieName(), token, seconds), cookieLine(former, "", 0)];
}
