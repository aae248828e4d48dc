import { Prisma } from "#prisma-client";
import { queryPrepared } from "../db.ts";
import { AppError } from "../errors.ts";
import { bearerToken, cookieValue } from "./credential.ts";
import { isSameOrigin } from "./same-origin.ts";
import { mintOwnerScope, type OwnerScope } from "./scopes.ts";
import { sessionCookieName } from "./session-cookie.ts";
import { readUserToken } from "./user-token.ts";

type Row = { workspaceId: string; ownerId: string };

/** Lets in whoever holds a user token whose session still stands. */
export async function ownerOfToken(token: string): Promise<OwnerScope> {
  const { userId, sessionId, endsAt } = await readUserToken(token);
  const [row] = await queryPrepared<Row>(Prisma.sql`
    SELECT w.id AS "workspaceId", w.owner_id AS "ownerId"
    FROM sessions s JOIN workspaces w ON w.owner_id = s.user_id
    WHERE s.id = ${sessionId}::uuid AND s.user_id = ${userId}::uuid AND s.expires_at > now()`);
  if (!row) throw new AppError("unauthenticated");
  return mintOwnerScope({ userId, sessionId, tokenEndsAt: endsAt, ...row });
}

/**
 * Lets an owner's request in: by the Authorization header, which alone decides where there is one, or by the dashboard's
 * cookie, which changes nothing from another site. Throws 401's codes, or `cross_site`.
 */
export async function ownerOfRequest(request: Request): Promise<OwnerScope> {
  const authorization = request.headers.get("authorization");
  if (authorization !== null) return ownerOfToken(bearerToken(authorization));
  const token = cookieValue(request.headers.get("cookie"), sessionCookieName());
  if (!token) throw new AppError("unauthenticated");
  const scope = await ownerOfToken(token);
  if (!isSameOrigin(request)) throw new AppError("cross_site");
  return scope;
}
