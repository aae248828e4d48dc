import { plural } from "#platform/catalog.ts";
import { query } from "#platform/database/database.ts";
import { Prisma } from "#prisma-client";
import type { Check } from "../check.ts";

const MANY = 5;

type Counts = { emails: number; notifications: number; webhooks: number };

/** What was given up within a day. A few are often others' mistakes, such as a mistyped address. */
export const deliveries: Check = {
  name: "deliveries",
  everySeconds: 600,
  async find() {
    const counts = await countGivenUp();
    const { emails, notifications, webhooks } = counts;
    if (emails + notifications + webhooks === 0)
      return { state: "good", says: "Everything was delivered in the last day." };
    const says = `In the last day, ${words(counts)} given up after many tries.`;
    if (emails < MANY && notifications < MANY && webhooks === 0) return { state: "good", says };
    return {
      state: "warning",
      says,
      todo: "Look at Failed deliveries in the workspace's settings, or at the log, for the reasons.",
    };
  },
};

const words = ({ emails, notifications, webhooks }: Counts) =>
  [
    emails > 0 && plural(emails, { one: "1 email was", other: "# emails were" }),
    notifications > 0 && plural(notifications, { one: "1 notification was", other: "# notifications were" }),
    webhooks > 0 && plural(webhooks, { one: "1 webhook was", other: "# webhooks were" }),
  ]
    .filter(Boolean)
    .join(", ");

// Bounded by the creation, which is indexed. Retries take up to 31 hours.
async function countGivenUp(): Promise<Counts> {
  const recent = Prisma.sql`created_at > now() - interval '3 days' AND updated_at > now() - interval '1 day'`;
  const [row] = await query<Counts>(Prisma.sql`
    SELECT (SELECT count(*) FROM mails WHERE status = 'failed' AND ${recent})::int AS emails,
      (SELECT count(*) FROM notifications WHERE status = 'failed' AND channel <> 'email' AND ${recent})::int AS notifications,
      (SELECT count(*) FROM webhook_endpoints
        WHERE stopped_at > now() - interval '1 day' AND stop_reason IN ('gone', 'failing'))::int AS webhooks`);
  if (!row) throw new Error("an aggregate has a row");
  return row;
}
