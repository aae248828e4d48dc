import { randomUUIDv7 } from "node:crypto";
import { db } from "../db.ts";
import { AppError } from "../errors.ts";
import { announce } from "../events/announce.ts";
import { signUserToken, type UserTokenClaims, userTokenExpiry } from "./user-token.ts";

export type OpenedSession = { sessionId: string; token: string; expiresAt: Date };

/** Opens a session for somebody who has just proved who they are. */
export async function openSession(userId: string): Promise<OpenedSession> {
  const sessionId = randomUUIDv7();
  const expiresAt = userTokenExpiry();
  await db().session.create({ data: { id: sessionId, userId, createdAt: new Date(), expiresAt } });
  return { sessionId, expiresAt, token: await signUserToken({ userId, sessionId }, expiresAt) };
}

/** Ends a session: its token is dead at once, and its streams end. */
export async function closeSession({ userId, sessionId }: UserTokenClaims): Promise<void> {
  await db().session.deleteMany({ where: { id: sessionId, userId } });
  announce({ kind: "session-ended", sessionId });
}

/** Moves the end of a session that is in use. Throws `unauthenticated` where it was ended meanwhile. */
export async function renewSession({ userId, sessionId }: UserTokenClaims): Promise<void> {
  const { count } = await db().session.updateMany({
    where: { id: sessionId, userId, expiresAt: { gt: new Date() } },
    data: { expiresAt: userTokenExpiry() },
  });
  if (count === 0) throw new AppError("unauthenticated");
}
