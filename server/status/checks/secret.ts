import { findDatabaseSecret } from "#lib/base/sealing/database-secret.system.ts";
import { fingerprintsOf } from "#platform/crypto/keys.ts";
import { query } from "#platform/database/database.ts";
import { env } from "#platform/env.ts";
import type { Check } from "../check.ts";

/** Whether this process has the database's secret, and whether a change of it is over. */
export const secret: Check = {
  name: "secret",
  everySeconds: 600,
  isOfHost: true,
  async find() {
    const stored = await findDatabaseSecret({ query });
    if (stored && !stored.current.equals(fingerprintsOf()[0])) {
      return {
        state: "failing",
        says: "AUTH_SECRET was changed, and this process still has the one before.",
        todo: "Restart this host's service with the new one.",
      };
    }
    if (stored?.previous) {
      return {
        state: "warning",
        says: "AUTH_SECRET was changed. Some rows may still be sealed with the one before.",
        todo: "Keep AUTH_SECRET_PREVIOUS until npm run owner -- secret says that no row needs it.",
      };
    }
    if (env().AUTH_SECRET_PREVIOUS !== undefined)
      return { state: "good", says: "Everything is encrypted with AUTH_SECRET. You can remove AUTH_SECRET_PREVIOUS." };
    return { state: "good", says: "Everything is encrypted with AUTH_SECRET. Keep a copy of it somewhere else." };
  },
};
