import { env } from "#platform/env.ts";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}

/**
 * Whether a request authenticated by cookie may change something (contract.md section 3): only from our own pages.
 */
export function isSameOrigin(request: Request): boolean {
  if (SAFE_METHODS.has(request.method)) return true;
  const fetchSite = request.headers.get("sec-fetch-site");
  if (fetchSite !== null) return fetchSite === "same-origin" || fetchSite === "none";
  const origin = request.headers.get("origin");
  if (origin === null || origin === env().BASE_URL) return true;
  const host = hostOf(origin);
  return host !== null && host === request.headers.get("host");
}

/** Returns the requested redirect target if it's one of our URLs, and the first page otherwise. */
export function ownRedirect(wanted: string, baseUrl: string): string {
  if (!/^(\/|https?:)/i.test(wanted) || !URL.canParse(wanted, baseUrl)) return baseUrl;
  const { origin, pathname, search, hash } = new URL(wanted, baseUrl);
  return origin === baseUrl ? origin + pathname + search + hash : baseUrl;
}
