import { query, transaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { newId } from "#platform/new-id.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { lockCaller, ownRows, stands } from "../../base/access/statements.ts";
import { storeActivity } from "../../base/activity/statements.ts";
import { publishSessionEnded } from "../../base/sessions/sessions.system.ts";
import { newApiKey } from "./key.ts";
import type { ApiKey } from "./queries.ts";
import type { CreateApiKeyBody } from "./schema.ts";
import { manageable } from "./statements.ts";

/** The most API keys an account may have. */
const KEYS_MAX = 50;

/** Creates an API key. The key is returned this once. Throws `conflict` if the account has as many as it may. */
export async function createApiKey(
  scope: OwnerScope,
  input: CreateApiKeyBody,
): Promise<{ key: ApiKey; secret: string }> {
  const { userId, sessionId } = scope;
  const { key: secret, hash, hint } = newApiKey();
  const key: ApiKey = { id: newId(), ...input, hint, createdAt: new Date(), lastUsedAt: null };
  await transaction(async (tx) => {
    // Serializes with other creations, and with a new password or account deletion, which revoke the calling session.
    await tx.query(Prisma.sql`SELECT id FROM users WHERE id = ${userId}::uuid FOR NO KEY UPDATE`);
    const session = await tx.query(Prisma.sql`
      SELECT FROM sessions WHERE id = ${sessionId}::uuid AND user_id = ${userId}::uuid`);
    if (session.length === 0) throw new AppError("unauthenticated");
    // A removal of the caller waits, and then deletes this key too.
    if ((await tx.query(lockCaller(scope))).length === 0) throw new AppError("not_found");
    const made = await tx.query(Prisma.sql`
      INSERT INTO api_keys (id, user_id, workspace_id, name, scope, hash, hint, created_at)
      SELECT ${key.id}::uuid, ${userId}::uuid, ${scope.workspaceId}::uuid, ${key.name}, ${key.scope}, ${hash}, ${hint},
        ${key.createdAt}
      WHERE ${stands(scope)} AND ${KEYS_MAX} > (
        SELECT count(*) FROM api_keys k WHERE ${ownRows(scope, Prisma.sql`k`)} AND k.user_id = ${userId}::uuid
      )
      RETURNING id`);
    if (made.length === 0) {
      throw new AppError("conflict", {
        detail: `An account may have ${KEYS_MAX} API keys. Revoke one to create another.`,
      });
    }
    await tx.query(storeActivity({ scope, action: "api_key.created", targetId: key.id, data: { scope: key.scope } }));
  });
  return { key, secret };
}

/** Revokes one of the user's API keys and ends its streams, immediately. Throws `not_found`. */
export const revokeApiKey = (scope: OwnerScope, keyId: string): Promise<void> =>
  revoke(scope, keyId, Prisma.sql`${ownRows(scope, Prisma.sql`k`)} AND k.user_id = ${scope.userId}::uuid`);

/** Revokes the API key of someone the caller may manage. Throws `not_found`. */
export const revokeWorkspaceKey = (scope: OwnerScope, keyId: string): Promise<void> =>
  revoke(scope, keyId, manageable(scope));

async function revoke(scope: OwnerScope, keyId: string, which: Prisma.Sql): Promise<void> {
  const revoked = await query<{ id: string }>(Prisma.sql`
    WITH revoked AS (
      DELETE FROM api_keys k WHERE k.id = ${keyId}::uuid AND ${which} RETURNING k.id, k.user_id
    ), noted AS (${storeActivity(
      {
        scope,
        action: "api_key.revoked",
        targetId: Prisma.sql`id`,
        data: Prisma.sql`jsonb_build_object('memberId', user_id)`,
      },
      Prisma.sql`revoked`,
    )})
    SELECT id FROM revoked`);
  if (revoked.length === 0) throw new AppError("not_found");
  publishSessionEnded([keyId]);
}
