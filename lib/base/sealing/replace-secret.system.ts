import { fingerprintsOf, type Secrets, sealingKeys } from "#platform/crypto/keys.ts";
import type { Querying } from "#platform/database/database.ts";
import { Prisma } from "#prisma-client";
import { storeDatabaseSecret } from "./database-secret.system.ts";
import { CHANNEL_ADDRESS, PUSH_KEY, SEALED_COLUMNS } from "./sealed-columns.ts";
import { listUnreadable, sealPage } from "./sealed-rows.system.ts";

/**
 * Makes a secret that of the database, and seals with it what it or the previous one opens. For the rest: push keys are
 * removed, so that the next start creates some; devices and channels stop. Webhooks, sites and people with two-factor
 * login keep theirs, which shows as unreadable: no one gets in without it, and a secret that's found again opens it.
 * Runs in a transaction, while no service runs.
 */
export async function replaceSecret(tx: Querying, secrets: Secrets): Promise<void> {
  const keys = sealingKeys(secrets);
  for (const column of SEALED_COLUMNS) {
    let after: string | null = null;
    do {
      ({ after } = await sealPage(tx, column, { after, keys }));
    } while (after !== null);
  }
  const lostKeys = await listUnreadable(tx, PUSH_KEY, keys);
  if (lostKeys.length > 0) await tx.query(Prisma.sql`DELETE FROM push_keys`);
  const channelIds = await listUnreadable(tx, CHANNEL_ADDRESS, keys);
  await tx.query(Prisma.sql`
    UPDATE channels SET stopped_at = now(), stop_reason = 'unreadable', updated_at = now()
    WHERE id = ANY(${channelIds}::text[]::uuid[]) AND stopped_at IS NULL`);
  await storeDatabaseSecret(tx, { current: fingerprintsOf(secrets)[0], previous: null });
}
