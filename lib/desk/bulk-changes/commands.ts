import { type Transaction, transaction } from "#platform/database/database.ts";
import { retryingConflicts } from "#platform/database/database-failure.ts";
import { AppError } from "#platform/errors.ts";
import { wakeWork } from "#platform/jobs/repeated-work.ts";
import { newId } from "#platform/new-id.ts";
import { readTime } from "#platform/timestamp.ts";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { lockMember } from "../../base/access/statements.ts";
import { inWorkspace } from "../../base/access/where.ts";
import type { BulkChangeRow } from "./json.ts";
import { getBulkChange } from "./queries.ts";
import { refuseSlow } from "./refuse-slow.ts";
import type { Change, CreateBulkChangeBody } from "./schema.ts";
import { type ConversationSet, startUndo, storeBulkChange } from "./statements.ts";

// Many conversations are found by what no index has.
const STORE_MS = 20_000;

/**
 * Has a set of conversations changed, as they are at this moment. Throws `not_found` if there's none of the ids, or no such label,
 * `invalid_request` if there's no such assignee, or `conflict` if the caller has too many bulk changes running,
 * or what matches wasn't found in time.
 */
export async function createBulkChange(scope: OwnerScope, body: CreateBulkChangeBody): Promise<BulkChangeRow> {
  const { change, conversationIds = [], filter, asOf } = body;
  const set: ConversationSet = filter ? { filter, asOf: asOf ? readTime(asOf) : null } : { conversationIds };
  const store = () =>
    transaction(
      async (tx) => {
        await requireParts(scope, tx, change);
        const [row] = await tx.query<BulkChangeRow>(storeBulkChange(scope, { id: newId(), change, set }));
        if (!row) throw new AppError("conflict", { detail: "Your other changes are still running. Try again later." });
        if (row.total === 0 && !filter) throw new AppError("not_found");
        tx.afterCommit(() => wakeWork("bulk changes"));
        return row;
      },
      { statementMs: STORE_MS },
    );
  return retryingConflicts(store, "conflict").catch(refuseSlow);
}

/** Checks what would fail for every conversation. */
async function requireParts(scope: OwnerScope, tx: Transaction, { labels, assignee = null }: Change): Promise<void> {
  const labelIds = [...new Set(labels?.add ?? [])];
  const known = await tx.label.count({ where: { ...inWorkspace(scope), id: { in: labelIds } } });
  if (known < labelIds.length) throw new AppError("not_found");
  if (assignee === null || (await tx.query(lockMember(scope, assignee))).length > 0) return;
  throw new AppError("invalid_request", {
    errors: [{ path: "change.assignee", message: "must be a teammate with access to this site" }],
  });
}

/**
 * Has a bulk change undone. Of one that's running, what isn't changed yet stays as it is. Throws `not_found`, or `conflict` if it
 * ended too long ago.
 */
export async function undoBulkChange(scope: OwnerScope, id: string): Promise<BulkChangeRow> {
  const row = await transaction(async (tx) => {
    const [started] = await tx.query<BulkChangeRow>(startUndo(scope, id));
    if (started) tx.afterCommit(() => wakeWork("bulk changes"));
    return started;
  });
  if (row) return row;
  const found = await getBulkChange(scope, id);
  if (found.state === "undoing" || found.state === "undone") return found;
  throw new AppError("conflict", { detail: "It can be undone for 30 seconds after it's done." });
}
