import { type Access, mintOwnerScope, type OwnerScope } from "#lib/access/scopes.ts";
import { isApiKey } from "#lib/api-keys/key.ts";
import { touchSession } from "#lib/sessions/sessions.system.ts";
import { readUserToken } from "#lib/sessions/user-token.ts";
import { batchLoader } from "#platform/database/batch-loader.ts";
import { queryPrepared } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { processWide } from "#platform/process-wide.ts";
import { Prisma } from "#prisma-client";
import { ownerOfApiKey } from "./api-key.ts";
import { bearerToken } from "./credential.ts";
import { isSameOrigin } from "./same-origin.ts";
import { readSessionCookie } from "./session-cookie.ts";

type Row = { userId: string; sessionId: string; workspaceId: string; ownerId: string; isSeenLately: boolean };

const PATIENCE_MS = 100;
const keyOf = ({ userId, sessionId }: Pick<Row, "userId" | "sessionId">) => `${userId} ${sessionId}`;

async function findSessions(keys: ReadonlySet<string>): Promise<Map<string, Row>> {
  const pairs = [...keys].map((key) => key.split(" "));
  const rows = await queryPrepared<Row>(Prisma.sql`
    SELECT s.user_id AS "userId", s.id AS "sessionId", w.id AS "workspaceId", w.owner_id AS "ownerId",
      s.last_seen_at > now() - interval '1 hour' AS "isSeenLately"
    FROM unnest(${pairs.map(([userId]) => userId)}::uuid[], ${pairs.map(([, sessionId]) => sessionId)}::uuid[])
      AS given (user_id, id)
    JOIN sessions s ON s.id = given.id AND s.user_id = given.user_id
    JOIN workspaces w ON w.owner_id = s.user_id
    WHERE s.expires_at > now()`);
  return new Map(rows.map((row) => [keyOf(row), row]));
}

// Requests that arrive while one is being admitted cost one query together. It starts after they arrived, so a session that
// was revoked before never passes.
const sessions = processWide("session lookups", () => batchLoader(findSessions, { patienceMs: PATIENCE_MS }));

async function enter(token: string): Promise<{ scope: OwnerScope; isSeenLately: boolean }> {
  const { endsAt, ...claims } = await readUserToken(token);
  const key = keyOf(claims);
  const row = (await sessions()(key)).get(key);
  if (!row) throw new AppError("unauthenticated");
  const { isSeenLately, ...ids } = row;
  return { scope: mintOwnerScope({ ...ids, access: "session", tokenEndsAt: endsAt }), isSeenLately };
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
