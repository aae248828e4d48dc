import { query } from "#platform/database/database.ts";
import { Prisma } from "#prisma-client";
import type { ReceiptBody } from "./schema.ts";

/** Records that a browser showed a push message, or that it was clicked, which renews the device. Ignores unknown receipts. */
export async function recordReceipt({ receipt, event }: ReceiptBody): Promise<void> {
  await query(Prisma.sql`
    WITH seen AS (
      UPDATE notifications SET
        shown_at = coalesce(shown_at, now()),
        clicked_at = CASE WHEN ${event === "clicked"} THEN coalesce(clicked_at, now()) ELSE clicked_at END,
        status = CASE WHEN status = 'accepted' THEN 'shown' ELSE status END,
        updated_at = now()
      WHERE id = ${receipt}::uuid AND channel = 'push' AND attempts > 0
        AND (shown_at IS NULL OR (${event === "clicked"} AND clicked_at IS NULL))
      RETURNING channel_id
    )
    UPDATE channels c SET unshown_count = 0, unshown_since = NULL, last_shown_at = now(), warned_at = NULL,
      lapses_at = now() + interval '90 days', updated_at = now()
    FROM seen WHERE c.id = seen.channel_id AND c.stopped_at IS NULL`);
}
