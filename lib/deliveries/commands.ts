import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../auth/scopes.ts";
import { query } from "../db.ts";
import { AppError } from "../errors.ts";
import { QUEUE_NAMES } from "../jobs/queues.ts";
import { addJobAnew } from "../jobs/statements.ts";
import { wakeJobs } from "../jobs/worker.ts";

/** Tries once more what could not be delivered, with all the patience of the first time. Throws `not_found`. */
export async function retryFailedDelivery(scope: OwnerScope, deliveryId: string): Promise<void> {
  const which = Prisma.sql`
    r.id = ${deliveryId}::uuid AND r.workspace_id = ${scope.workspaceId}::uuid AND r.status = 'failed'`;
  for (const queue of QUEUE_NAMES) {
    const claim = queue === "mail" ? claimConversation(which) : Prisma.empty;
    const found = await query(Prisma.sql`${claim} ${addJobAnew(queue, which, Prisma.sql`now()`)}`);
    if (found.length === 0) continue;
    return wakeJobs(queue);
  }
  throw new AppError("not_found");
}

// The conversation waits for this mail again, unless it waits for a later one, which then tells of the same.
const claimConversation = (which: Prisma.Sql) => Prisma.sql`
  WITH claimed AS (
    UPDATE conversations c SET
      owner_mail_id = CASE WHEN r.kind = 'owner_alert' THEN coalesce(c.owner_mail_id, r.id) ELSE c.owner_mail_id END,
      visitor_mail_id = CASE WHEN r.kind = 'visitor_answer' THEN coalesce(c.visitor_mail_id, r.id) ELSE c.visitor_mail_id END
    FROM mails r WHERE ${which} AND c.id = r.conversation_id
  )`;
