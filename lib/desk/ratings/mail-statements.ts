import { isMailOn } from "#platform/mail/transport.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { dueIn, storeMails } from "../../outbox/mail-queue/statements.ts";

/** How long a visitor has to rate in the chat before an email asks. */
const AFTER_SECONDS = 15 * 60;

/** Whether a close by this caller is rated: API keys are programs'. */
const isPerson = ({ via }: OwnerScope) => via !== "key" && via !== "operator";

/**
 * The CTE that queues an email to the visitor of each conversation, `c`, in `closed`, which have just been closed. Nothing for
 * closes that aren't rated. Their event is the newest. Whether it's sent is decided when it's due.
 */
export const storeRatingMails = (scope: OwnerScope, closed: Prisma.Sql) =>
  isMailOn() && isPerson(scope)
    ? Prisma.sql`rating_mail AS (${storeMails({
        from: Prisma.sql`(${closed}) c
          JOIN sites s ON s.id = c.site_id AND s.asks_rating AND s.mails_rating AND s.visitor_mails
          JOIN visitors v ON v.id = c.visitor_id AND v.email IS NOT NULL AND v.mails_stopped_at IS NULL
            AND v.blocked_at IS NULL AND NOT v.is_test`,
        kind: "visitor_rating",
        id: Prisma.sql`gen_random_uuid()`,
        workspaceId: Prisma.sql`c.workspace_id`,
        siteId: Prisma.sql`c.site_id`,
        conversationId: Prisma.sql`c.id`,
        visitorId: Prisma.sql`c.visitor_id`,
        closeSeq: Prisma.sql`c.event_seq`,
        due: dueIn(AFTER_SECONDS),
      })}),`
    : Prisma.empty;
