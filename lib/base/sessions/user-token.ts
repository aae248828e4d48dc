import { z } from "zod";
import { acceptedUntil, signToken, verifyToken } from "#platform/crypto/token.ts";
import { AppError } from "#platform/errors.ts";

const DAY_MS = 86_400_000;

/** How long a user token and its session live unless they are renewed (contract.md section 3). */
export const USER_TOKEN_DAYS = 30;

export const userTokenExpiry = () => new Date(Date.now() + USER_TOKEN_DAYS * DAY_MS);

const Claims = z.object({ sub: z.uuid(), sid: z.uuid(), exp: z.int() });

export type UserTokenClaims = { userId: string; sessionId: string };

export function signUserToken({ userId, sessionId }: UserTokenClaims, expiresAt: Date): Promise<string> {
  return signToken("user", { sub: userId, sid: sessionId }, expiresAt);
}

/** Returns the claims of a user token, and when it expires. The gate checks whether its session still exists. */
export async function readUserToken(token: string): Promise<UserTokenClaims & { endsAt: Date }> {
  const claims = Claims.safeParse(await verifyToken("user", token));
  if (!claims.success) throw new AppError("unauthenticated");
  const { sub, sid, exp } = claims.data;
  return { userId: sub, sessionId: sid, endsAt: acceptedUntil(exp) };
}
