import { type Access, allows, mintOwnerScope, type OwnerScope } from "#lib/access/scopes.ts";
import { hashApiKey } from "#lib/api-keys/key.ts";
import { limitFailures } from "#lib/sessions/limit-failures.ts";
import { query, queryPrepared } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { addressHits } from "#platform/limits/keys.ts";
import { log } from "#platform/log.ts";
import { processWide } from "#platform/process-wide.ts";
import { Prisma } from "#prisma-client";

type Row = {
  keyId: string;
  scope: Access;
  userId: string;
  workspaceId: string;
  ownerId: string;
  isUsedLately: boolean | null;
};

const findKey = (key: string): Promise<Row[]> =>
  queryPrepared<Row>(Prisma.sql`
    SELECT k.id AS "keyId", k.scope, k.user_id AS "userId", w.id AS "workspaceId", w.owner_id AS "ownerId",
      k.last_used_at > now() - interval '1 minute' AS "isUsedLately"
    FROM api_keys k JOIN workspaces w ON w.owner_id = k.user_id
    WHERE k.hash = ${hashApiKey(key)}`);

/**
 * Accepts an API key whose scope covers what's needed. Throws `unauthenticated`, `insufficient_scope`, or `rate_limited` if the
 * address sent too many invalid keys: unlike a token, each costs a query.
 */
export async function ownerOfApiKey(key: string, needed: Access, clientAddress: string | null): Promise<OwnerScope> {
  const row = await limitFailures(addressHits("address", clientAddress), async () => (await findKey(key))[0] ?? null);
  if (!row) throw new AppError("unauthenticated");
  const { keyId, scope: access, isUsedLately, ...owner } = row;
  if (!isUsedLately) noteUsed(keyId);
  if (!allows(access, needed)) throw new AppError("insufficient_scope");
  return mintOwnerScope({ ...owner, sessionId: keyId, access, tokenEndsAt: null });
}

const NOTE_AFTER_MS = 1_000;

const usedKeys = processWide("used API keys", () => new Set<string>());

// Batched, after the requests that used the keys. Nothing waits for it, and a failure is ignored.
function noteUsed(keyId: string): void {
  if (usedKeys().size === 0) setTimeout(() => void noteAll(), NOTE_AFTER_MS).unref();
  usedKeys().add(keyId);
}

async function noteAll(): Promise<void> {
  const ids = [...usedKeys()];
  usedKeys().clear();
  try {
    // Another process may update the same keys in another order, and neither must wait for the other.
    await query(Prisma.sql`
      UPDATE api_keys SET last_used_at = now() WHERE id IN (
        SELECT id FROM api_keys
        WHERE id = ANY(${ids}::uuid[]) AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')
        FOR UPDATE SKIP LOCKED
      )`);
  } catch {
    log().debug("could not update last_used_at of API keys");
  }
}
