import { openSealed } from "#platform/crypto/sealed-text.ts";
import { db, query } from "#platform/database/database.ts";
import { Prisma } from "#prisma-client";
import type { Check } from "../check.ts";

const REFUSED_MAX = 5;

/** Whether push messages can be signed, and whether push services take them. */
export const push: Check = {
  name: "push",
  everySeconds: 600,
  async find() {
    const row = await db().pushKeys.findUnique({ where: { id: 1 } });
    if (row && !openSealed(row.privateKey, "push")) {
      return {
        state: "failing",
        says: "The keys for push messages can't be decrypted with AUTH_SECRET.",
        todo: "Put back the secret that the database was sealed with (npm run owner -- secret).",
      };
    }
    const counts = await countPushes();
    if (counts.devices === 0) return { state: "off", says: "No device gets push messages." };
    if (counts.refused >= REFUSED_MAX && counts.accepted === 0) {
      return {
        state: "failing",
        says: `Push services have refused all ${counts.refused} messages of the last day.`,
        todo: "Check that BASE_URL is the service's public https address, and that the host reaches the internet.",
      };
    }
    return {
      state: "good",
      says: `${counts.devices} ${counts.devices === 1 ? "device gets" : "devices get"} push messages.`,
    };
  },
};

type Counts = { devices: number; refused: number; accepted: number };

async function countPushes(): Promise<Counts> {
  const [row] = await query<Counts>(Prisma.sql`
    SELECT (SELECT count(*) FROM channels WHERE kind = 'push' AND stopped_at IS NULL)::int AS devices,
      count(*) FILTER (WHERE status = 'failed')::int AS refused,
      count(*) FILTER (WHERE status IN ('accepted', 'shown'))::int AS accepted
    FROM notifications WHERE channel = 'push' AND created_at > now() - interval '1 day'`);
  if (!row) throw new Error("an aggregate has a row");
  return row;
}
