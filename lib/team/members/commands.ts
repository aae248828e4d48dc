import { type Transaction, transaction } from "#platform/database/database.ts";
import { retryingConflicts } from "#platform/database/database-failure.ts";
import { AppError } from "#platform/errors.ts";
import { wakeJobs } from "#platform/jobs/worker.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { inWorkspace } from "../../base/access/where.ts";
import { publishChange } from "../../base/changes/publish-change.ts";
import { requireTimeZone } from "../notification-settings/time-zones.system.ts";
import { nextDigestAt } from "./digest-time.ts";
import { storeSwitchEvents } from "./member-events.system.ts";
import { getMembership, type OwnMembership } from "./queries.ts";
import { type Membership, mayManage, sharesSites } from "./reach.ts";
import { changeMember, findMember, lockMembers, requireSites } from "./removal.system.ts";
import type { Digest, UpdateMemberBody, UpdateMembershipBody } from "./schema.ts";
import type { MemberRow } from "./statements.ts";

// Deleting nothing large, but a person may have thousands of open conversations.
const TIMEOUTS = { statementMs: 60_000, lockMs: 5_000 };

type Pair = { actor: Membership; target: Membership };

/**
 * Locks the caller's membership and another, and returns both as they're now, so that of two admins who demote each other
 * the second is refused. Throws `not_found` for someone the caller doesn't see, or `not_permitted`.
 */
async function lockPair(tx: Transaction, { workspaceId, userId }: OwnerScope, memberId: string): Promise<Pair> {
  const members = await lockMembers(tx, workspaceId, [userId, memberId]);
  const [actor, target] = [members.get(userId), members.get(memberId)];
  if (actor?.standing !== "active" || !target || target.standing === "removed") throw new AppError("not_found");
  if (!sharesSites(actor.siteIds, target.siteIds)) throw new AppError("not_found");
  return { actor, target };
}

const OWNER_FIRST = "An owner has access to everything. Make this person an admin first.";

/**
 * Changes someone's role or sites, suspends or restores them, or tries their address again. Throws `not_found`, `not_permitted` outside the caller's
 * reach, or `last_owner`.
 */
export async function updateMember(
  scope: OwnerScope,
  memberId: string,
  { role, siteIds, suspended, emailBounced }: UpdateMemberBody,
): Promise<MemberRow> {
  const { workspaceId, userId } = scope;
  return retryingConflicts(() =>
    transaction(async (tx) => {
      const { actor, target } = await lockPair(tx, scope, memberId);
      if (!mayManage(actor, target)) throw new AppError("not_permitted");
      if (siteIds !== undefined) await requireSites(tx, workspaceId, { held: actor.siteIds, given: siteIds });
      if (suspended && memberId === userId)
        throw new AppError("not_permitted", { detail: "You can’t suspend yourself." });
      const after: Membership = {
        role: role ?? target.role,
        siteIds: siteIds === undefined ? target.siteIds : siteIds && [...new Set(siteIds)],
        standing: suspended === undefined ? target.standing : suspended ? "suspended" : "active",
      };
      if (after.role === "owner" && (after.siteIds !== null || after.standing !== "active")) {
        throw new AppError("conflict", { detail: OWNER_FIRST });
      }
      const change = { workspaceId, userId: memberId, before: target, after, by: scope };
      const isSame =
        JSON.stringify([after.role, after.siteIds, after.standing]) ===
        JSON.stringify([target.role, target.siteIds, target.standing]);
      if (!isSame) await changeMember(tx, change);
      if (emailBounced === false) await unmark(tx, scope, memberId);
      return findMember(tx, { workspaceId, memberId, reader: scope });
    }, TIMEOUTS),
  );
}

// Their address is their account's, so it works again in all their workspaces.
async function unmark(tx: Transaction, { workspaceId }: OwnerScope, memberId: string): Promise<void> {
  await tx.user.updateMany({ where: { id: memberId }, data: { bouncedEmail: null, bouncedAt: null, bounce: null } });
  tx.afterCommit(() => publishChange({ kind: "settings", workspaceId, about: "members" }));
}

/** Removes someone from the workspace, or the caller themselves. Throws `not_found`, `not_permitted` or `last_owner`. */
export async function removeMember(scope: OwnerScope, memberId: string): Promise<void> {
  const { workspaceId, userId, sessionId } = scope;
  await retryingConflicts(() =>
    transaction(async (tx) => {
      const { actor, target } = await lockPair(tx, scope, memberId);
      if (memberId !== userId && !mayManage(actor, target)) throw new AppError("not_permitted");
      const after: Membership = { role: "agent", siteIds: [], standing: "removed" };
      await changeMember(tx, {
        workspaceId,
        userId: memberId,
        before: target,
        after,
        by: scope,
        ...(memberId === userId && { keepsSession: sessionId }),
      });
    }, TIMEOUTS),
  );
}

const digestColumns = (digest: Digest | null) => ({
  digestHour: digest?.hour ?? null,
  digestZone: digest?.timeZone ?? null,
  digestDueAt: digest && nextDigestAt(digest, Date.now()),
});

/** Changes what the caller set for themselves in the workspace. */
export async function updateMembership(
  scope: OwnerScope,
  { visitorName, notifyAbout, available, schedule, digest }: UpdateMembershipBody,
): Promise<OwnMembership> {
  if (schedule) await requireTimeZone(schedule.timeZone, "schedule.timeZone");
  await transaction(async (tx) => {
    const where = { ...inWorkspace(scope), userId: scope.userId };
    const switched = { where: { ...where, isAvailable: !available }, data: { isAvailable: available === true } };
    // Of parallel changes, the one that switches it stores the events.
    const isSwitched = available !== undefined && (await tx.member.updateMany(switched)).count > 0;
    const hours = schedule
      ? { schedule: schedule.windows, timeZone: schedule.timeZone }
      : schedule === null && { schedule: Prisma.DbNull, timeZone: null };
    await tx.member.updateMany({
      where,
      data: {
        ...(visitorName !== undefined && { visitorName }),
        ...(notifyAbout && { notifyAbout }),
        ...hours,
        ...(digest !== undefined && digestColumns(digest)),
      },
    });
    if (isSwitched) await tx.query(storeSwitchEvents(scope));
    tx.afterCommit(() => {
      if (isSwitched) wakeJobs("webhook");
      publishChange({ kind: "settings", workspaceId: scope.workspaceId, about: "members" });
    });
  });
  return getMembership(scope);
}
