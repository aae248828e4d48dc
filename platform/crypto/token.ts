import { errors, type JWTPayload, jwtVerify, SignJWT } from "jose";
import { AppError } from "../errors.ts";
import { isCanonicalBase64url } from "./canonical-base64url.ts";
import { signingKey, type TokenKind, verifyingKeys } from "./keys.ts";

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

/**
 * Returns the claims of a token of this kind. Throws `token_expired`, or `unauthenticated` if it's invalid otherwise.
 */
export async function verifyToken(kind: TokenKind, token: string): Promise<JWTPayload> {
  if (!token.split(".").every(isCanonicalBase64url)) throw new AppError("unauthenticated");
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
