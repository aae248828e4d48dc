import { AppError } from "#platform/errors.ts";

// RFC 6750 section 2.1: the scheme's name in any case, one space, one token68.
const BEARER = /^Bearer ([A-Za-z0-9._~+/-]+=*)$/i;

/** Returns the bearer token of an Authorization header's value. Anything else in the header isn't a token. */
export function bearerToken(authorization: string | null): string {
  const token = BEARER.exec(authorization ?? "")?.[1];
  if (!token) throw new AppError("unauthenticated");
  return token;
}
