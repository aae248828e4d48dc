import { type Access, type PersonScope, requireAccess, type Unminted } from "#lib/base/access/scopes.ts";
import { limitFailures } from "#lib/base/sessions/limit-failures.ts";
import { hashApiKey } from "#lib/team/api-keys/key.ts";
import { query, queryPrepared } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { addressHits } from "#platform/limits/keys.ts";
import { log } from "#platform/log.ts";
import { processWide } from "#platform/process-wide.ts";
import { Prisma } from "#prisma-client";
import { type MembershipRow, membershipOf } from "./membership.ts";

type Row = MembershipRow & { keyId: string; scope: Access; userId: string; isUsedLately: boolean | null };

// A key belongs to one workspace, and stops working while its person has no access to that, or their account is disabled.
const findKey = (key: string, workspaceId: string | null): Promise<Row[]> =>
  queryPrepared<Row>(Prisma.sql`
    SELECT k.id AS "keyId", k.scope, k.user_id AS "userId",
      k.last_used_at > now() - interval '1 minute' AS "isUsedLately", member.*
    FROM api_keys k JOIN users u ON u.id = k.user_id AND u.disabled_at IS NULL LEFT JOIN LATERAL (
      ${membershipOf(
        Prisma.sql`
        m.workspace_id = k.workspace_id AND m.user_id = k.user_id
        AND k.workspace_id = coalesce(${workspaceId}::uuid, k.workspace_id)`,
        // Someone who was logged in created it. It's revoked with its person's access.
        Prisma.sql`true`,
      )}
    ) member ON true
    WHERE k.hash = ${hashApiKey(key)}`);

type Asked = { needed: Access; clientAddress: string | null; workspaceId: string | null };

/**
 * Accepts an API key whose scope covers what's needed. Throws `unauthenticated`, `insufficient_scope`, or `rate_limited` if the
 * address sent too many invalid keys: unlike a token, each costs a query.
 */
export async function personOfApiKey(
  key: string,
  { needed, clientAddress, workspaceId }: Asked,
): Promise<{ person: Unminted<PersonScope>; membership: MembershipRow }> {
  const find = async () => (await findKey(key, workspaceId))[0] ?? null;
  const row = await limitFailures(addressHits("address", clientAddress), find);
  if (!row) throw new AppError("unauthenticated");
  const { keyId, scope: access, userId, isUsedLately, ...membership } = row;
  if (!isUsedLately) noteUsed(keyId);
  requireAccess({ access }, needed);
  return { person: { userId, sessionId: keyId, access, tokenEndsAt: null, via: "key" }, membership };
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
