import { db, transaction } from "#platform/database/database.ts";
import { retryingConflicts } from "#platform/database/database-failure.ts";
import { emailKey } from "#platform/email-address.ts";
import { AppError } from "#platform/errors.ts";
import type { ActedBy } from "../../base/activity/statements.ts";
import { wrongPassword } from "../../base/sessions/require-password.system.ts";
import { publishSessionEnded, revokeAllAccess } from "../../base/sessions/sessions.system.ts";
import { closeWorkspace } from "../../data/erasure/close-workspace.system.ts";
import type { ReachRow } from "../../team/members/reach.ts";
import { changeMember, lockMembers } from "../../team/members/removal.system.ts";
import { lockForClosing, lockWorkspacesOf, workspacesOf } from "./statements.ts";

// Someone who leaves may have thousands of conversations.
const TIMEOUTS = { statementMs: 60_000, lockMs: 5_000 };

type OwnWorkspace = ReachRow & { id: string; name: string; hasOthers: boolean; hasOtherOwner: boolean };

type Closing = {
  userId: string;
  /** The hash that the password was checked against, or null if an operator closes it. */
  provedBy: string | null;
  by: ActedBy;
};

/** Closes an account for an operator, as its owner could. Its rows are erased by the service. Throws `not_found` or `last_owner`. */
export async function closeByOperator(email: string): Promise<void> {
  const user = await db().user.findUnique({
    where: { emailKey: emailKey(email), closedAt: null },
    select: { id: true },
  });
  if (!user) throw new AppError("not_found");
  const closing = { userId: user.id, provedBy: null, by: { userId: null, via: "operator" } } as const;
  await retryingConflicts(() => closeUser(closing));
}

/**
 * Closes an account: its login, sessions, API keys and streams stop working, and so does everything in a workspace that was its
 * owner's alone. In other workspaces it's what leaving is. The name, photo and email are removed at once, so that the email can be
 * used again. Throws `last_owner` if others would lose their workspace.
 */
export function closeUser({ userId, provedBy, by }: Closing): Promise<void> {
  return transaction(async (tx) => {
    const [user] = await tx.query<{ emailKey: string }>(lockForClosing(userId, provedBy));
    if (!user) throw wrongPassword();
    await tx.query(lockWorkspacesOf(userId));
    const workspaces = await tx.query<OwnWorkspace>(workspacesOf(userId));
    const stuck = workspaces.filter(
      ({ role, hasOthers, hasOtherOwner }) => role === "owner" && hasOthers && !hasOtherOwner,
    );
    if (stuck.length > 0) throw new AppError("last_owner", { workspaces: stuck.map(({ id, name }) => ({ id, name })) });
    for (const { id: workspaceId, hasOthers, role, siteIds, standing } of workspaces) {
      if (hasOthers) {
        await lockMembers(tx, workspaceId, [userId]);
        const after = { role: "agent", siteIds: [], standing: "removed" } as const;
        await changeMember(tx, { workspaceId, userId, before: { role, siteIds, standing }, after, by });
      } else {
        await closeWorkspace(tx, workspaceId, [userId]);
      }
    }
    const ended = await revokeAllAccess(tx, userId);
    tx.afterCommit(() => publishSessionEnded(ended));
    await tx.invitation.deleteMany({ where: { emailKey: user.emailKey, acceptedAt: null } });
    const closed = { email: "closed", emailKey: `closed ${userId}`, name: null, photoHash: null, passwordHash: "" };
    await tx.user.updateMany({ where: { id: userId }, data: { ...closed, closedAt: new Date() } });
  }, TIMEOUTS);
}
