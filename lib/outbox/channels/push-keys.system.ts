import { openSealed, sealText } from "#platform/crypto/sealed-text.ts";
import { db } from "#platform/database/database.ts";
import { processWide } from "#platform/process-wide.ts";
import { createPushKeys, type PushKeys } from "#platform/push/push-request.ts";

const OWNER = "push";

const known = processWide("push keys", (): { keys?: PushKeys } => ({}));

/** Returns the service's VAPID keys. */
export const pushKeys = async (): Promise<PushKeys> => known().keys ?? preparePushKeys();

/**
 * Creates the service's VAPID keys, or reads the ones that another process created. They're never replaced: every device
 * would have to subscribe again.
 */
export async function preparePushKeys(): Promise<PushKeys> {
  for (;;) {
    const row = await db().pushKeys.findUnique({ where: { id: 1 } });
    if (!row) {
      await storeKeys(createPushKeys());
      continue;
    }
    const opened = openSealed(row.privateKey, OWNER);
    if (!opened) throw new Error("the keys for push messages can't be decrypted with AUTH_SECRET");
    const keys = { publicKey: row.publicKey, privateKey: opened.text };
    known().keys = keys;
    return keys;
  }
}

// Of several processes that create them, one succeeds; the others read what it stored.
async function storeKeys({ publicKey, privateKey }: PushKeys): Promise<void> {
  const data = { publicKey, privateKey: sealText(privateKey, OWNER), createdAt: new Date() };
  await db().pushKeys.createMany({ data, skipDuplicates: true });
}
