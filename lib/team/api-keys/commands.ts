import { query, transaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { newId } from "#platform/new-id.ts";
import type { Prisma } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { lockCaller } from "../../base/access/statements.ts";
import { inWorkspace } from "../../base/access/where.ts";
import { storeActivity } from "../../base/activity/statements.ts";
import { lockSession, publishSessionEnded } from "../../base/sessions/sessions.system.ts";
import { newApiKey } from "./key.ts";
import type { ApiKey } from "./queries.ts";
import type { CreateApiKeyBody } from "./schema.ts";
import { manageable, ownKeys, revokeKey } from "./statements.ts";

/** The most API keys an account may have. */
const KEYS_MAX = 50;

/** Creates an API key. The key is returned this once. Throws `conflict` if the account has as many as it may. */
export async function createApiKey(
  scope: OwnerScope,
  input: CreateApiKeyBody,
): Promise<{ key: ApiKey; secret: string }> {
  const { userId, workspaceId } = scope;
  const { key: secret, hash, hint } = newApiKey();
  const id = newId();
  const key = await transaction(async (tx) => {
    await lockSession(scope, tx);
    // A removal of the caller waits, and then deletes this key too.
    if ((await tx.query(lockCaller(scope))).length === 0) throw new AppError("not_found");
    if ((await tx.apiKey.count({ where: { ...inWorkspace(scope), userId } })) >= KEYS_MAX) {
      throw new AppError("conflict", {
        detail: `An account may have ${KEYS_MAX} API keys. Revoke one to create another.`,
      });
    }
    const created = await tx.apiKey.create({
      data: { ...input, id, userId, workspaceId, hash, hint, createdAt: new Date() },
      omit: { hash: true },
    });
    await tx.query(storeActivity({ scope, action: "api_key.created", targetId: id, data: { scope: input.scope } }));
    return created;
  });
  return { key, secret };
}

/** Revokes one of the user's API keys and ends its streams, immediately. Throws `not_found`. */
export const revokeApiKey = (scope: OwnerScope, keyId: string): Promise<void> => revoke(scope, keyId, ownKeys(scope));

/** Revokes the API key of someone the caller may manage. Throws `not_found`. */
export const revokeWorkspaceKey = (scope: OwnerScope, keyId: string): Promise<void> =>
  revoke(scope, keyId, manageable(scope));

async function revoke(scope: OwnerScope, keyId: string, which: Prisma.Sql): Promise<void> {
  const revoked = await query(revokeKey(scope, keyId, which));
  if (revoked.length === 0) throw new AppError("not_found");
  publishSessionEnded([keyId]);
}
