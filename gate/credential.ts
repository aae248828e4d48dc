import { AppError } from "#platform/errors.ts";

// RFC 6750 section 2.1: the scheme's name in any case, one space, one token68.
const BEARER = /^Bearer ([A-Za-z0-9._~+/-]+=*)$/i;

/** The bearer token of an Authorization header's value. Anything else in the header is not a token. */
export function bearerToken(authorization: string | null): string {
  const token = BEARER.exec(authorization ?? "")?.[1];
  if (!token) throw new AppError("unauthenticated");
  return token;
}

/** A cookie's value from a Cookie header (RFC 6265 section 5.4). */
export function cookieValue(header: string | null, name: string): string | null {
  for (const pair of (header ?? "").split(";")) {
    const at = pair.indexOf("=");
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return null;
}
