import { openSealed, sealText } from "#platform/crypto/sealed-text.ts";
import { query } from "#platform/database/database.ts";
import { processWide } from "#platform/process-wide.ts";
import { createPushKeys, type PushKeys } from "#platform/push/push-request.ts";
import { Prisma } from "#prisma-client";

const OWNER = "push";

const known = processWide("push keys", (): { keys?: PushKeys } => ({}));

type Row = { publicKey: string; privateKey: Buffer };

const find = async () =>
  (
    await query<Row>(Prisma.sql`
      SELECT public_key AS "publicKey", private_key AS "privateKey" FROM push_keys WHERE id = 1`)
  )[0];

/** Returns the service's VAPID keys. */
export const pushKeys = async (): Promise<PushKeys> => known().keys ?? preparePushKeys();

/**
 * Creates the service's VAPID keys, or reads the ones that another process created. Keys that AUTH_SECRET no longer
 * opens are replaced: browsers then subscribe again the next time they open the dashboard.
 */
export async function preparePushKeys(): Promise<PushKeys> {
  for (;;) {
    const row = await find();
    const opened = row && openSealed(row.privateKey, OWNER);
    if (row && opened) {
      const keys = { publicKey: row.publicKey, privateKey: opened.text };
      if (!opened.isCurrent) await replaceKeys(row, keys);
      known().keys = keys;
      return keys;
    }
    await replaceKeys(row, createPushKeys());
  }
}

// Of several processes that replace the same keys, one succeeds; the others read what it stored.
async function replaceKeys(row: Row | undefined, { publicKey, privateKey }: PushKeys): Promise<void> {
  const sealed = sealText(privateKey, OWNER);
  await query(Prisma.sql`
    INSERT INTO push_keys (id, public_key, private_key, created_at) VALUES (1, ${publicKey}, ${sealed}, now())
    ON CONFLICT (id) DO UPDATE SET public_key = excluded.public_key, private_key = excluded.private_key
    WHERE push_keys.public_key = ${row?.publicKey ?? ""}`);
}
