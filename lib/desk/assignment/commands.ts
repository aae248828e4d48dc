import { query } from "#platform/database/database.ts";
import { retryingConflicts } from "#platform/database/database-failure.ts";
import { AppError } from "#platform/errors.ts";
import { wakeJobs } from "#platform/jobs/worker.ts";
import { countAssignment } from "#platform/metrics/count.ts";
import type { OwnerScope } from "../../base/access/scopes.ts";
import type { ConversationRef } from "../../base/changes/change.ts";
import { publishChange } from "../../base/changes/publish-change.ts";
import type { UpdateConversationBody } from "../conversations/schema.ts";
import { assignConversation } from "./statements.ts";

type AssignedRow = ConversationRef & {
  isChanged: boolean;
  isPermitted: boolean;
  /** Who had it. */
  assigneeId: string | null;
  holderId: string | null;
  holderName: string | null;
};

/**
 * Assigns a conversation to a member, or to no one. Throws `not_found`, `invalid_request` if the member has no access to its
 * site, or `already_assigned` if someone else has it than `ifAssignee` says.
 */
export async function changeAssignment(
  scope: OwnerScope,
  conversationId: string,
  { assignee, ifAssignee }: Pick<UpdateConversationBody, "assignee" | "ifAssignee">,
): Promise<void> {
  if (assignee === undefined) return;
  const wanted = { assignee, ...(ifAssignee !== undefined && { ifAssignee }) };
  const [row] = await retryingConflicts(
    () => query<AssignedRow>(assignConversation(scope, conversationId, wanted)),
    "conflict",
  );
  if (!row) throw new AppError("not_found");
  const { isChanged, isPermitted, assigneeId, holderId, holderName, ...place } = row;
  if (isChanged) {
    countAssignment(assignee === null ? "unassign" : "assign");
    publishChange({ kind: "conversation", ...place });
    wakeJobs("webhook");
    wakeJobs("notification");
    return;
  }
  if (assigneeId === assignee) return;
  if (!isPermitted) {
    const message = "must be a teammate with access to this site";
    throw new AppError("invalid_request", { errors: [{ path: "assignee", message }] });
  }
  countAssignment("lost");
  const holder = holderId === null ? null : { id: holderId, ...(holderName !== null && { name: holderName }) };
  throw new AppError("already_assigned", { assignee: holder });
}
