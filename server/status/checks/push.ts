import { openSealed } from "#platform/crypto/sealed-text.ts";
import { db, query } from "#platform/database/database.ts";
import { Prisma } from "#prisma-client";
import type { Check } from "../check.ts";

const MANY = 5;

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
    if (counts.accepted === 0 && counts.retried >= MANY) {
      return {
        state: "failing",
        says: "Push services can't be reached: nothing has been accepted for an hour, and messages wait to be tried again.",
        todo: "Check that the host reaches the internet over https.",
      };
    }
    if (counts.accepted === 0 && counts.refused >= MANY) {
      return {
        state: "warning",
        says: `Push services have refused messages to ${counts.refused} devices in the last hour, and accepted none.`,
        todo: "Check that BASE_URL is the service's public https address.",
      };
    }
    return {
      state: "good",
      says: `${counts.devices} ${counts.devices === 1 ? "device gets" : "devices get"} push messages.`,
    };
  },
};

type Counts = { devices: number; retried: number; refused: number; accepted: number };

async function countPushes(): Promise<Counts> {
  const [row] = await query<Counts>(Prisma.sql`
    SELECT (SELECT count(*) FROM channels WHERE kind = 'push' AND stopped_at IS NULL)::int AS devices,
      count(DISTINCT channel_id) FILTER (WHERE status = 'pending' AND reason IS NOT NULL AND attempts >= 3)::int AS retried,
      count(DISTINCT channel_id) FILTER (WHERE status = 'failed' AND reason <> 'gone')::int AS refused,
      count(*) FILTER (WHERE status IN ('accepted', 'shown'))::int AS accepted
    FROM notifications
    WHERE channel = 'push' AND created_at > now() - interval '1 day'
      AND (status = 'pending' OR updated_at > now() - interval '1 hour')`);
  if (!row) throw new Error("an aggregate has a row");
  return row;
}
