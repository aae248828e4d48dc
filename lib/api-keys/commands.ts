import { randomUUIDv7 } from "node:crypto";
import { db } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import type { OwnerScope } from "../access/scopes.ts";
import { publishSessionEnded } from "../sessions/sessions.system.ts";
import { newApiKey } from "./key.ts";
import { API_KEY_COLUMNS, type ApiKey } from "./queries.ts";
import type { CreateApiKeyBody } from "./schema.ts";

/** How many keys an account may have. */
const KEYS_MAX = 50;

/** Makes an API key, and answers it this once. Throws `conflict` where there are as many as there may be. */
export function createApiKey(scope: OwnerScope, input: CreateApiKeyBody): Promise<{ key: ApiKey; secret: string }> {
  const { userId, sessionId } = scope;
  const { key: secret, hash, hint } = newApiKey();
  return db().$transaction(async (tx) => {
    // One after the other, and after a new password or the account's end, which end the session that asks.
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

/** Ends one of the user's own API keys at once, its streams too. Throws `not_found`. */
export async function revokeApiKey(scope: OwnerScope, keyId: string): Promise<void> {
  const { count } = await db().apiKey.deleteMany({ where: { id: keyId, userId: scope.userId } });
  if (count === 0) throw new AppError("not_found");
  publishSessionEnded([keyId]);
}
