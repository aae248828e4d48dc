import { randomUUIDv7 } from "node:crypto";
import { db } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import type { OwnerScope } from "../access/scopes.ts";
import { publishSessionEnded } from "../sessions/sessions.system.ts";
import { newApiKey } from "./key.ts";
import { API_KEY_COLUMNS, type ApiKey } from "./queries.ts";
import type { CreateApiKeyBody } from "./schema.ts";

/** The most API keys an account may have. */
const KEYS_MAX = 50;

/** Creates an API key. The key is returned this once. Throws `conflict` if the account has as many as it may. */
export function createApiKey(scope: OwnerScope, input: CreateApiKeyBody): Promise<{ key: ApiKey; secret: string }> {
  const { userId, sessionId } = scope;
  const { key: secret, hash, hint } = newApiKey();
  return db().$transaction(async (tx) => {
    // Serializes with other creations, and with a new password or account deletion, which revoke the calling session.
    await tx.$queryRaw`SELECT id FROM users WHERE id = ${userId}::uuid FOR NO KEY UPDATE`;
    const session = await tx.session.findFirst({ where: { id: sessionId, userId }, select: { id: true } });
    if (!session) throw new AppError("unauthenticated");
    if ((await tx.apiKey.count({ where: { userId } })) >= KEYS_MAX) {
      throw new AppError("conflict", {
        detail: `An account may have ${KEYS_MAX} API keys. Revoke one to make another.`,
      });
    }
    const made = { id: randomUUIDv7(), userId, hash: new Uint8Array(hash), hint, createdAt: new Date() };
    const key = await tx.apiKey.create({ data: { ...made, ...input }, select: API_KEY_COLUMNS });
    return { key: { ...key, scope: input.scope }, secret };
  });
}

/** Revokes one of the user's API keys and ends its streams, immediately. Throws `not_found`. */
export async function revokeApiKey(scope: OwnerScope, keyId: string): Promise<void> {
  const { count } = await db().apiKey.deleteMany({ where: { id: keyId, userId: scope.userId } });
  if (count === 0) throw new AppError("not_found");
  publishSessionEnded([keyId]);
}
