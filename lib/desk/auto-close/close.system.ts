import { query } from "#platform/database/database.ts";
import { retryingConflicts } from "#platform/database/database-failure.ts";
import { logFailure } from "#platform/failure-log.ts";
import { countAutoClosed } from "#platform/metrics/count.ts";
import { Prisma } from "#prisma-client";
import type { ConversationRef } from "../../base/changes/change.ts";
import { changeConversations } from "../../base/changes/change-conversations.system.ts";
import { NEXT_VERSION } from "../../base/changes/statements.ts";
import { isLookedAt } from "../presence/statements.ts";
import { changeAndNotify } from "../triage/statements.ts";
import { isIdle, isOfPeriod, LAST_ACTIVE } from "./statements.ts";

const AT_ONCE = Prisma.raw("200");
const PAUSE = Prisma.raw("interval '10 minutes'");

// One site at a time, and each after a pause, so that what's turned on for years of conversations doesn't flood its team and its
// webhooks. It's committed first, so that a site where closing fails doesn't hold up the others.
const CLAIM_SITE = Prisma.sql`
  UPDATE sites SET auto_closed_at = now() WHERE id = (
    SELECT id FROM sites
    WHERE auto_close_days IS NOT NULL AND closed_at IS NULL
      AND (auto_closed_at IS NULL OR auto_closed_at < now() - ${PAUSE})
    LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED
  ) RETURNING id`;

// Its settings can't change until the commit.
const lockSite = (siteId: string) => Prisma.sql`SELECT FROM sites WHERE id = ${siteId}::uuid FOR SHARE`;

const RULE = { days: Prisma.sql`s.auto_close_days`, spares: Prisma.sql`s.auto_close_spares` };
const IS_DUE = Prisma.sql`
  ${isIdle(RULE)} AND (s.auto_close_earlier OR ${LAST_ACTIVE} >= s.auto_close_since)`;

// The longest idle ones. One that's being changed is skipped, and one that was is compared again under its lock. In an array,
// because PostgreSQL may run a subquery of IN several times, each with as many again.
const closeIdleOf = (siteId: string, own: Prisma.Sql) =>
  changeAndNotify(
    Prisma.sql`
      UPDATE conversations c SET status = 'closed', changed_via = 'auto_close', ${NEXT_VERSION}
      FROM sites s
      WHERE ${own} AND s.id = ${siteId}::uuid AND c.site_id = s.id AND c.id = ANY (ARRAY(
        SELECT c.id FROM sites s JOIN conversations c ON c.site_id = s.id
        WHERE s.id = ${siteId}::uuid AND ${isOfPeriod(RULE)} AND ${IS_DUE} AND NOT ${isLookedAt(Prisma.sql`c.id`)}
        ORDER BY c.last_message_period LIMIT ${AT_ONCE} FOR NO KEY UPDATE OF c SKIP LOCKED
      ))`,
    "conversation.updated",
    Prisma.sql`jsonb_build_object('status', c.status, 'by', 'auto_close')`,
  );

/** Closes some idle conversations of a site that's due. Returns how many sites were: 0 or 1. */
export async function closeIdleConversations(): Promise<number> {
  const [site] = await query<{ id: string }>(CLAIM_SITE);
  if (!site) return 0;
  const closing = retryingConflicts(() =>
    changeConversations("auto_close", IS_DUE, async (tx, own) => {
      await tx.query(lockSite(site.id));
      return tx.query<ConversationRef>(closeIdleOf(site.id, own));
    }),
  );
  const closed = await closing.catch((error: unknown) => {
    logFailure(error, "could not close a site's idle conversations; will retry", { siteId: site.id });
    return [];
  });
  countAutoClosed(closed.length);
  return 1;
}
