import { env } from "#platform/env.ts";

const NAME = "next-auth.session-token";

/** Whether cookies are for https alone. */
export const secureCookies = () => env().BASE_URL.startsWith("https:");

/**
 * The cookie that next-auth keeps the user token in. With https, its prefix keeps other hosts and plain http from
 * setting it.
 */
export const sessionCookieName = () => (secureCookies() ? `__Host-${NAME}` : NAME);

// Versions before the __Host- prefix set this name, for 30 days. It can go once every such cookie has expired.
const formerName = () => (secureCookies() ? `__Secure-${NAME}` : null);

const cookieNames = () => [sessionCookieName(), formerName()].filter((name) => name !== null);

/** The options that next-auth sets the session cookie with: those that the __Host- prefix requires. */
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
  /** The user token; null without a cookie, or with two of one name. */
  token: string | null;
  /** Whether there are two of one name, so that it's unclear which one belongs to this host. */
  isAmbiguous: boolean;
  /** Whether a cookie of the former name came along. */
  hasFormer: boolean;
};

/** Returns the session cookie of a Cookie header, the same one for the API and for pages. */
export function readSessionCookie(header: string | null): SessionCookie {
  const pairs = pairsOf(header);
  const former = valuesOf(pairs, formerName());
  const current = valuesOf(pairs, sessionCookieName());
  const [token = null, second] = current.length > 0 ? current : former;
  const isAmbiguous = second !== undefined;
  return { token: isAmbiguous ? null : token, isAmbiguous, hasFormer: former.length > 0 };
}

/** Returns a Cookie header that contains the valid session cookie once, under its current name, or not at all. */
export function withOneSessionCookie(header: string): string {
  const { token } = readSessionCookie(header);
  const names = cookieNames();
  // next-auth joins cookies whose names start alike, since it splits long ones. Ours is short.
  const others = pairsOf(header).filter(({ name }) => !names.some((ours) => name.startsWith(ours)));
  const kept = token === null ? others : [...others, { name: sessionCookieName(), value: token }];
  return kept.map(({ name, value }) => `${name}=${value}`).join("; ");
}

const line = (name: string, value: string, seconds: number, domain = "") =>
  `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secureCookies() ? "; Secure" : ""}${domain}`;

const clearedCookies = () => cookieNames().map((name) => line(name, "", 0));

/** Clears the session cookie, unless the request used a token instead. */
export function clearSessionCookie(request: Request, responseHeaders: Headers): void {
  if (request.headers.has("authorization")) return;
  for (const cleared of clearedCookies()) responseHeaders.append("Set-Cookie", cleared);
}

// An IP address and a single name have no parent domain.
function ownDomains(): string[] {
  const labels = new URL(env().BASE_URL).hostname.split(".");
  if (/^[\d[]/.test(labels.at(-1) ?? "")) return [];
  return labels.slice(0, -1).map((_, at) => labels.slice(at).join("."));
}

/** Returns the Set-Cookie values that leave a browser with one session cookie of the current name, or none. */
export function settledSessionCookies(header: string | null, seconds: number): string[] {
  const { token, isAmbiguous, hasFormer } = readSessionCookie(header);
  if (isAmbiguous) {
    // A neighboring host may have set one of them for a common parent domain, which the prefix rules out.
    const name = formerName() ?? sessionCookieName();
    return [...clearedCookies(), ...ownDomains().map((domain) => line(name, "", 0, `; Domain=${domain}`))];
  }
  const former = formerName();
  if (!hasFormer || former === null || token === null || !/^[\w.-]+$/.test(token)) return [];
  return [line(sessionCookieName(), token, seconds), line(former, "", 0)];
}
