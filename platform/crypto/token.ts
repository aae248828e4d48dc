import { createHmac, timingSafeEqual } from "node:crypto";
import { errors, type JWTPayload, jwtVerify, SignJWT } from "jose";
import { AppError } from "../errors.ts";
import { isCanonicalBase64url } from "./canonical-base64url.ts";
import { macKey, signingKey, type TokenKind, verifyingKeys } from "./keys.ts";

const AUDIENCE: Record<TokenKind, string> = { user: "owner", widget: "widget", visitor: "visitor" };
const SECOND_MS = 1_000;
const CLOCK_SKEW_SECONDS = 60;

const typeOf = (kind: TokenKind) => `${kind}+jwt`;

/** Signs a token (JWT, HS256, contract.md sections 3 and 4) that expires at `expiresAt`. */
export function signToken(kind: TokenKind, claims: JWTPayload & { sub: string }, expiresAt: Date): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: "HS256", typ: typeOf(kind) })
    .setAudience(AUDIENCE[kind])
    .setIssuedAt()
    .setExpirationTime(expiresAt)
    .sign(signingKey(kind));
}

/** When a token with this `exp` stops being accepted. */
export const acceptedUntil = (exp: number) => new Date((exp + CLOCK_SKEW_SECONDS) * SECOND_MS);

const headerOf = (kind: TokenKind) =>
  Buffer.from(JSON.stringify({ alg: "HS256", typ: typeOf(kind) })).toString("base64url");
const HEADERS: Record<TokenKind, string> = {
  user: `${headerOf("user")}.`,
  widget: `${headerOf("widget")}.`,
  visitor: `${headerOf("visitor")}.`,
};

/**
 * Returns the claims of a valid token as `signToken` writes it, or null for any other. jose verifies on another thread,
 * which takes most requests longer than the MAC itself.
 */
function readOwnToken(kind: TokenKind, token: string): JWTPayload | null {
  const header = HEADERS[kind];
  if (!token.startsWith(header)) return null;
  const end = token.lastIndexOf(".");
  const expected = createHmac("sha256", macKey(kind)).update(token.slice(0, end)).digest();
  const given = Buffer.from(token.slice(end + 1), "base64url");
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const claims: JWTPayload = JSON.parse(Buffer.from(token.slice(header.length, end), "base64url").toString());
  const { aud, sub, exp, nbf } = claims;
  const isCurrent = typeof exp === "number" && acceptedUntil(exp).getTime() > Date.now();
  return isCurrent && aud === AUDIENCE[kind] && typeof sub === "string" && nbf === undefined ? claims : null;
}

/**
 * Returns the claims of a token of this kind. Throws `token_expired`, or `unauthenticated` if it's invalid otherwise.
 */
export async function verifyToken(kind: TokenKind, token: string): Promise<JWTPayload> {
  if (!token.split(".").every(isCanonicalBase64url)) throw new AppError("unauthenticated");
  const own = readOwnToken(kind, token);
  if (own) return own;
  for (const key of verifyingKeys(kind)) {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: ["HS256"],
        typ: typeOf(kind),
        audience: AUDIENCE[kind],
        clockTolerance: CLOCK_SKEW_SECONDS,
        requiredClaims: ["sub", "exp"],
      });
      return payload;
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw new AppError("token_expired");
      if (!(error instanceof errors.JOSEError)) throw error;
    }
  }
  throw new AppError("unauthenticated");
}
