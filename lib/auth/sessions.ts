import { v7 as uuid } from "uuid";
import { db } from "../db.ts";
import { AppError } from "../errors.ts";
import type { OwnerScope } from "./scopes.ts";
import { signUserToken, type UserTokenClaims, userTokenExpiry } from "./user-token.ts";

export type OpenedSession = { sessionId: string; token: string; expiresAt: Date };

/** Opens a session for somebody who has just proved who they are. */
export async function openSession(userId: string): Promise<OpenedSession> {
  const sessionId = uuid();
  const expiresAt = userTokenExpiry();
  await db().session.create({ data: { id: sessionId, userId, createdAt: new Date(), expiresAt } });
  return { sessionId, expiresAt, token: await signUserToken({ userId, sessionId }, expiresAt) };
}

/** Ends the session that the scope came in by: its token is dead at once. */
export async function closeSession(scope: OwnerScope): Promise<void> {
  await db().session.deleteMany({ where: { id: scope.sessionId, userId: scope.userId } });
}

/** Moves the end of a session that is in use. Throws `unauthenticated` where it was ended meanwhile. */
export async function renewSession({ userId, sessionId }: UserTokenClaims): Promise<void> {
  const { count } = await db().session.updateMany({
    where: { id: sessionId, userId, expiresAt: { gt: new Date() } },
    data: { expiresAt: userTokenExpiry() },
  });
  if (count === 0) throw new AppError("unauthenticated");
}
