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
    const found = await query(addJobAnew(queue, which, Prisma.sql`now()`));
    if (found.length === 0) continue;
    return wakeJobs(queue);
  }
  throw new AppError("not_found");
}
