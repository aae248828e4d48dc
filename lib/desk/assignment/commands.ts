import type { Transaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { wakeJobs } from "#platform/jobs/worker.ts";
import { countAssignment } from "#platform/metrics/count.ts";
import type { Prisma } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import type { ConversationRef } from "../../base/changes/change.ts";
import type { AssignmentBody } from "./schema.ts";
import { assignConversations } from "./statements.ts";

type AssignedRow = ConversationRef & {
  isChanged: boolean;
  isPermitted: boolean;
  /** Who had it. */
  assigneeId: string | null;
  holderId: string | null;
  holderName: string | null;
};

/** `isQuiet`: the assignee sees it in the list, and gets no notification. */
export type HowToAssign = { isQuiet?: boolean };

/**
 * Assigns conversations to a member, or to no one. Returns what has changed. Throws `not_found`, `invalid_request` if the member has
 * no access to a site, or `already_assigned` if a conversation's assignee isn't the one in `ifAssignee`.
 */
export async function changeAssignment(
  scope: OwnerScope,
  tx: Transaction,
  own: Prisma.Sql,
  { assignee, ifAssignee }: AssignmentBody,
  { isQuiet = false }: HowToAssign = {},
): Promise<ConversationRef[]> {
  if (assignee === undefined) return [];
  const wanted = { assignee, isQuiet, ...(ifAssignee !== undefined && { ifAssignee }) };
  const rows = await tx.query<AssignedRow>(assignConversations(scope, own, wanted));
  if (rows.length === 0) throw new AppError("not_found");
  for (const row of rows) refuseUnassigned(row, assignee);
  const changed = rows.filter(({ isChanged }) => isChanged);
  tx.afterCommit(() => {
    for (const _ of changed) countAssignment(assignee === null ? "unassign" : "assign");
    if (changed.length > 0) wakeJobs("notification");
  });
  return changed.map(({ isChanged, isPermitted, assigneeId, holderId, holderName, ...place }) => place);
}

function refuseUnassigned(
  { isChanged, isPermitted, assigneeId, holderId, holderName }: AssignedRow,
  assignee: string | null,
): void {
  if (isChanged || assigneeId === assignee) return;
  if (!isPermitted) {
    const message = "must be a teammate with access to this site";
    throw new AppError("invalid_request", { errors: [{ path: "assignee", message }] });
  }
  countAssignment("lost");
  const holder = holderId === null ? null : { id: holderId, ...(holderName !== null && { name: holderName }) };
  throw new AppError("already_assigned", { assignee: holder });
}
