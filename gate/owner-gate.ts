import { type Access, mintOwnerScope, type OwnerScope } from "#lib/access/scopes.ts";
import { isApiKey } from "#lib/api-keys/key.ts";
import { touchSession } from "#lib/sessions/sessions.system.ts";
import { readUserToken } from "#lib/sessions/user-token.ts";
import { queryPrepared } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { Prisma } from "#prisma-client";
import { ownerOfApiKey } from "./api-key.ts";
import { bearerToken } from "./credential.ts";
import { isSameOrigin } from "./same-origin.ts";
import { readSessionCookie } from "./session-cookie.ts";

type Row = { workspaceId: string; ownerId: string; isSeenLately: boolean };

async function enter(token: string): Promise<{ scope: OwnerScope; isSeenLately: boolean }> {
  const { userId, sessionId, endsAt } = await readUserToken(token);
  const [row] = await queryPrepared<Row>(Prisma.sql`
    SELECT w.id AS "workspaceId", w.owner_id AS "ownerId", s.last_seen_at > now() - interval '1 hour' AS "isSeenLately"
    FROM sessions s JOIN workspaces w ON w.owner_id = s.user_id
    WHERE s.id = ${sessionId}::uuid AND s.user_id = ${userId}::uuid AND s.expires_at > now()`);
  if (!row) throw new AppError("unauthenticated");
  const { isSeenLately, ...workspace } = row;
  const scope = mintOwnerScope({ userId, sessionId, access: "session", tokenEndsAt: endsAt, ...workspace });
  return { scope, isSeenLately };
}

/** Accepts a user token whose session hasn't been revoked. */
export const ownerOfToken = async (token: string): Promise<OwnerScope> => (await enter(token)).scope;

/**
 * Admits an owner's request by its Authorization header, which alone decides if there is one, or by the dashboard's
 * cookie, which can't change anything from another site. The header may contain an API key with enough access. Throws
 * the codes of 401, `cross_site`, `insufficient_scope` or `rate_limited`.
 */
export async function ownerOfRequest(
  request: Request,
  needed: Access,
  clientAddress: string | null,
): Promise<OwnerScope> {
  const authorization = request.headers.get("authorization");
  const token = authorization === null ? await cookieToken(request) : bearerToken(authorization);
  if (authorization !== null && isApiKey(token)) return ownerOfApiKey(token, needed, clientAddress);
  const { scope, isSeenLately } = await enter(token);
  if (authorization === null && !isSameOrigin(request)) throw new AppError("cross_site");
  if (!isSeenLately) await touchSession(scope.sessionId);
  return scope;
}

async function cookieToken(request: Request): Promise<string> {
  const { token } = await readSessionCookie(request.headers.get("cookie"));
  if (!token) throw new AppError("unauthenticated");
  return token;
}
