import { readLink } from "#platform/crypto/signed-link.ts";
import { query } from "#platform/database/database.ts";
import { retryingConflicts } from "#platform/database/database-failure.ts";
import { Prisma } from "#prisma-client";
import { RENEWED_LAPSE } from "../../outbox/channels/statements.ts";
import type { ReceiptBody } from "./schema.ts";

/**
 * Records that a browser showed a push message, or that it was clicked, which renews the device. Ignores invalid
 * receipts. A message that was shown was also accepted: the process that sent it may have been killed before it noted so.
 */
export async function recordReceipt({ receipt, event }: ReceiptBody): Promise<void> {
  const [id] = readLink("receipt", receipt) ?? [];
  if (id === undefined) return;
  const isClick = event === "clicked";
  const record = Prisma.sql`
    WITH seen AS (
      UPDATE notifications SET status = 'shown', accepted_at = coalesce(accepted_at, now()),
        shown_at = coalesce(shown_at, now()), clicked_at = CASE WHEN ${isClick} THEN coalesce(clicked_at, now()) ELSE clicked_at END,
        reason = NULL, updated_at = now()
      WHERE id = ${id}::uuid AND channel = 'push'
        AND (status = 'accepted' OR status = 'pending' AND attempts > 0 OR status = 'shown' AND ${isClick} AND clicked_at IS NULL)
      RETURNING channel_id, accepted_at
    )
    UPDATE channels c SET unshown_count = 0, unshown_since = NULL, warned_at = NULL, lapses_at = ${RENEWED_LAPSE},
      last_accepted_at = greatest(c.last_accepted_at, seen.accepted_at), last_shown_at = now()
    FROM seen WHERE c.id = seen.channel_id`;
  await retryingConflicts(() => query(record));
}
