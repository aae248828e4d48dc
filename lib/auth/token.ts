import { AppError } from "../errors.ts";
import { type JwtClaims, jwtHeader, readJwt, signJwt } from "./jwt.ts";
import { signingKey, type TokenKind, verifyingKeys } from "./keys.ts";

const AUDIENCE: Record<TokenKind, string> = { user: "owner", widget: "widget", visitor: "visitor" };
const HEADER: Record<TokenKind, string> = {
  user: jwtHeader("user+jwt"),
  widget: jwtHeader("widget+jwt"),
  visitor: jwtHeader("visitor+jwt"),
};
const SECOND_MS = 1_000;
const CLOCK_SKEW_SECONDS = 60;

const seconds = (moment: number) => Math.floor(moment / SECOND_MS);

/** Signs a token (JWT, HS256, contract.md sections 3 and 4) that ends at `expiresAt`. */
export function signToken(kind: TokenKind, claims: JwtClaims & { sub: string }, expiresAt: Date): string {
  const times = { iat: seconds(Date.now()), exp: seconds(expiresAt.getTime()) };
  return signJwt(HEADER[kind], { ...claims, aud: AUDIENCE[kind], ...times }, signingKey(kind));
}

/** When a token with this `exp` is no longer accepted. */
export const acceptedUntil = (exp: number) => new Date((exp + CLOCK_SKEW_SECONDS) * SECOND_MS);

/** The claims of a token of this kind. Throws `token_expired`, or `unauthenticated` for whatever else is wrong with it. */
export function verifyToken(kind: TokenKind, token: string): JwtClaims {
  for (const key of verifyingKeys(kind)) {
    const claims = readJwt(HEADER[kind], token, key);
    if (claims) return checked(kind, claims);
  }
  throw new AppError("unauthenticated");
}

function checked(kind: TokenKind, claims: JwtClaims): JwtClaims {
  const { aud, sub, exp, nbf = 0 } = claims;
  const now = seconds(Date.now());
  const isMeant = aud === AUDIENCE[kind] && typeof sub === "string" && typeof exp === "number";
  const hasBegun = typeof nbf === "number" && nbf <= now + CLOCK_SKEW_SECONDS;
  if (!isMeant || !hasBegun) throw new AppError("unauthenticated");
  if (exp <= now - CLOCK_SKEW_SECONDS) throw new AppError("token_expired");
  return claims;
}
