import { randomUUIDv7 } from "node:crypto";
import { db, transaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../access/scopes.ts";
import { publishSessionEnded } from "../sessions/sessions.system.ts";
import { newApiKey } from "./key.ts";
import type { ApiKey } from "./queries.ts";
import type { CreateApiKeyBody } from "./schema.ts";

/** The most API keys an account may have. */
const KEYS_MAX = 50;

/** Creates an API key. The key is returned this once. Throws `conflict` if the account has as many as it may. */
export async function createApiKey(
  scope: OwnerScope,
  input: CreateApiKeyBody,
): Promise<{ key: ApiKey; secret: string }> {
  const { userId, sessionId } = scope;
  const { key: secret, hash, hint } = newApiKey();
  const key: ApiKey = { id: randomUUIDv7(), ...input, hint, createdAt: new Date(), lastUsedAt: null };
  await transaction(async (tx) => {
    // Serializes with other creations, and with a new password or account deletion, which revoke the calling session.
    await tx.query(Prisma.sql`SELECT id FROM users WHERE id = ${userId}::uuid FOR NO KEY UPDATE`);
    const session = await tx.query(Prisma.sql`
      SELECT FROM sessions WHERE id = ${sessionId}::uuid AND user_id = ${userId}::uuid`);
    if (session.length === 0) throw new AppError("unauthenticated");
    const made = await tx.query(Prisma.sql`
      INSERT INTO api_keys (id, user_id, name, scope, hash, hint, created_at)
      SELECT ${key.id}::uuid, ${userId}::uuid, ${key.name}, ${key.scope}, ${hash}, ${hint}, ${key.createdAt}
      WHERE ${KEYS_MAX} > (SELECT count(*) FROM api_keys WHERE user_id = ${userId}::uuid)
      RETURNING id`);
    if (made.length > 0) return;
    throw new AppError("conflict", {
      detail: `An account may have ${KEYS_MAX} API keys. Revoke one to create another.`,
    });
  });
  return { key, secret };
}

/** Revokes one of the user's API keys and ends its streams, immediately. Throws `not_found`. */
export async function revokeApiKey(scope: OwnerScope, keyId: string): Promise<void> {
  const { count } = await db().apiKey.deleteMany({ where: { id: keyId, userId: scope.userId } });
  if (count === 0) throw new AppError("not_found");
  publishSessionEnded([keyId]);
}
