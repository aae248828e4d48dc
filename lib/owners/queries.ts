import { db, query } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../access/scopes.ts";
import { USER_COLUMNS, type User } from "./create-owner.system.ts";

/** Returns the caller's account. */
export async function getAccount(scope: OwnerScope): Promise<User> {
  const user = await db().user.findUnique({ where: { id: scope.userId }, select: USER_COLUMNS });
  if (!user) throw new AppError("unauthenticated");
  return user;
}

export type ListedSession = {
  id: string;
  createdAt: Date;
  lastSeenAt: Date;
  device: string | null;
  /** Whether it's the caller's session. */
  isCurrent: boolean;
};

// A program may log in every minute. Sessions that aren't listed are revoked with all others.
const SESSIONS_MAX = 100;

/** Returns the user's sessions: the caller's, then the most recently used. */
export function listSessions(scope: OwnerScope): Promise<ListedSession[]> {
  return query(Prisma.sql`
    SELECT id, created_at AS "createdAt", last_seen_at AS "lastSeenAt", device, id = ${scope.sessionId}::uuid AS "isCurrent"
    FROM sessions WHERE user_id = ${scope.userId}::uuid AND expires_at > now()
    ORDER BY "isCurrent" DESC, last_seen_at DESC, id DESC LIMIT ${SESSIONS_MAX}`);
}
