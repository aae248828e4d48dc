import { setTimeout as wait } from "node:timers/promises";
import { type Transaction, transaction } from "#platform/database/database.ts";
import { retryingConflicts } from "#platform/database/database-failure.ts";
import { env } from "#platform/env.ts";
import { AppError } from "#platform/errors.ts";
import { newId } from "#platform/new-id.ts";
import { oidcProvider } from "#platform/oidc/provider.ts";
import { readTime } from "#platform/timestamp.ts";
import type { OwnerScope, PersonScope } from "../../base/access/scopes.ts";
import { lockWorkspace } from "../../base/access/statements.ts";
import { inWorkspace, theWorkspace } from "../../base/access/where.ts";
import { storeActivity } from "../../base/activity/statements.ts";
import { publishChange } from "../../base/changes/publish-change.ts";
import { lockAccount } from "../../base/sessions/lock-account.system.ts";
import { requirePassword } from "../../base/sessions/require-password.system.ts";
import { closeWorkspace } from "../../data/erasure/close-workspace.system.ts";
import { eraseClosedAccounts } from "../../data/erasure/erase-accounts.system.ts";
import { writeOfferMail, writePolicyMails } from "../../notify/mail/queries/account-mails.system.ts";
import type { Membership } from "../../team/members/reach.ts";
import { changeMember, lockMembers } from "../../team/members/removal.system.ts";
import { findWorkspace } from "./find-workspace.system.ts";
import { getWorkspace } from "./queries.ts";
import type {
  DeleteWorkspaceBody,
  EndOfferQuery,
  OfferOwnershipBody,
  UpdateSecurityBody,
  UpdateWorkspaceBody,
} from "./schema.ts";
import { type OfferRow, storeOffer, type WorkspaceRow } from "./statements.ts";

const WORKSPACES_MAX = 10;
const OFFER_DAYS = 7;
const DAY_MS = 24 * 3_600_000;
const ERASE_WITHIN_MS = 3_000;
const TIMEOUTS = { statementMs: 60_000, lockMs: 5_000 };

const publish = ({ workspaceId }: Pick<OwnerScope, "workspaceId">, tx: Transaction) =>
  tx.afterCommit(() => publishChange({ kind: "settings", workspaceId, about: "workspace" }));

/**
 * Creates a workspace of the caller's own. Throws `not_accepted` unless anyone may sign up or the caller is in none, or
 * `conflict` if they have as many as they may.
 */
export async function createWorkspace(scope: PersonScope, name: string): Promise<WorkspaceRow> {
  const { userId } = scope;
  const id = newId();
  return transaction(async (tx) => {
    // Serializes creations, so that the count is right, and waits for an account that's being deleted.
    if (!(await lockAccount(tx, userId))) throw new AppError("unauthenticated");
    const joined = { userId, standing: { not: "removed" }, workspace: { closedAt: null } };
    if (env().SIGNUP !== "open" && (await tx.member.count({ where: joined })) > 0) {
      throw new AppError("not_accepted", { detail: "This service doesn't accept new workspaces." });
    }
    const owned = { userId, workspace: { ownerId: userId, closedAt: null } };
    if ((await tx.member.count({ where: owned })) >= WORKSPACES_MAX) {
      throw new AppError("conflict", {
        detail: `You may own ${WORKSPACES_MAX} workspaces. Delete one to create another.`,
      });
    }
    await tx.workspace.create({ data: { id, ownerId: userId, name, createdAt: new Date() } });
    return findWorkspace(tx, { workspaceId: id, userId });
  });
}

/** Changes the given fields. Throws `not_found`. */
export async function updateWorkspace(scope: OwnerScope, patch: UpdateWorkspaceBody): Promise<WorkspaceRow> {
  return transaction(async (tx) => {
    await lockWorkspace(scope, tx);
    publish(scope, tx);
    const before = await tx.workspace.findFirst({ where: theWorkspace(scope) });
    await tx.workspace.updateMany({ where: theWorkspace(scope), data: patch });
    const { name = before?.name, claimsOnReply = before?.claimsOnReply } = patch;
    if (name !== before?.name) await tx.query(storeActivity({ scope, action: "workspace.renamed" }));
    if (claimsOnReply !== before?.claimsOnReply) {
      await tx.query(storeActivity({ scope, action: "workspace.changed", data: { claimsOnReply } }));
    }
    return getWorkspace(scope, tx);
  });
}

/** Returns a time in milliseconds, as PostgreSQL doesn't read as many digits as one may have. Throws `invalid_request` if it's too soon. */
function noticedTime(path: string, given: string | null | undefined): string | null | undefined {
  if (!given) return given;
  const time = readTime(given);
  if (time.getTime() >= Date.now() + DAY_MS) return time.toISOString();
  throw new AppError("invalid_request", { errors: [{ path, message: "must be at least 24 hours ahead" }] });
}

/**
 * Changes from when on a second factor or the login provider is required, or how long activity is kept. Throws
 * `invalid_credentials`, `invalid_request` for a time that's too soon, or `conflict` if the caller has no second factor, or isn't
 * logged in through the provider.
 */
export async function updateSecurity(
  scope: OwnerScope,
  { currentPassword, activityDays, ...given }: UpdateSecurityBody,
): Promise<WorkspaceRow> {
  const secondFactorFrom = noticedTime("secondFactorFrom", given.secondFactorFrom);
  const oidcFrom = noticedTime("oidcFrom", given.oidcFrom);
  await requirePassword(scope, currentPassword);
  const data = {
    ...(secondFactorFrom !== undefined && { secondFactorFrom }),
    ...(oidcFrom !== undefined && { oidcFrom }),
    ...(activityDays && { activityDays }),
  };
  await transaction(async (tx) => {
    await lockWorkspace(scope, tx);
    publish(scope, tx);
    const before = await tx.workspace.findFirst({ where: theWorkspace(scope), select: { secondFactorFrom: true } });
    if (secondFactorFrom && !(await hasSecondFactor(scope, tx))) {
      throw new AppError("conflict", { detail: "Set up two-factor login for your own account first." });
    }
    // Tried before it's required: otherwise no owner might get in to change it.
    if (oidcFrom && !(await isByOidc(scope, tx))) {
      throw new AppError("conflict", { detail: "Log in through the login provider yourself first." });
    }
    await tx.workspace.updateMany({ where: theWorkspace(scope), data });
    await tx.query(storeActivity({ scope, action: "workspace.security_changed", data }));
    const formerFrom = before?.secondFactorFrom?.toISOString() ?? null;
    if (secondFactorFrom !== undefined && secondFactorFrom !== formerFrom) {
      await writePolicyMails(tx, scope.workspaceId, secondFactorFrom !== null);
    }
  });
  return getWorkspace(scope);
}

const hasSecondFactor = async ({ userId }: OwnerScope, tx: Transaction) =>
  (await tx.secondFactor.count({ where: { userId, confirmedAt: { not: null } } })) > 0;

/** Whether the caller logged in through the provider, which their account is linked with. */
async function isByOidc({ sessionId }: OwnerScope, tx: Transaction): Promise<boolean> {
  const issuer = oidcProvider()?.issuer;
  if (issuer === undefined) return false;
  const user = { oidcIdentities: { some: { issuer } } };
  return (await tx.session.count({ where: { id: sessionId, oidcIssuer: issuer, user } })) > 0;
}

/**
 * Deletes the workspace for everyone. When this resolves, its sites, keys, streams and invitations have stopped working; its
 * rows follow. Throws `invalid_credentials`, or `invalid_request` for another name.
 */
export async function deleteWorkspace(
  scope: OwnerScope,
  { currentPassword, name }: DeleteWorkspaceBody,
): Promise<void> {
  await requirePassword(scope, currentPassword);
  await retryingConflicts(() =>
    transaction(async (tx) => {
      await requireOwner(scope, tx);
      if ((await getWorkspace(scope, tx)).name !== name) {
        throw new AppError("invalid_request", { errors: [{ path: "name", message: "must be the workspace's name" }] });
      }
      const where = { ...inWorkspace(scope), standing: "active" };
      const members = await tx.member.findMany({ where, select: { userId: true } });
      const userIds = members.map(({ userId }) => userId);
      await closeWorkspace(tx, scope.workspaceId, userIds);
    }, TIMEOUTS),
  );
  await Promise.race([eraseClosedAccounts(), wait(ERASE_WITHIN_MS, undefined, { ref: false })]);
}

/** Locks the workspace and the caller's membership. Throws unless they're an owner now. */
async function requireOwner({ workspaceId, userId }: OwnerScope, tx: Transaction): Promise<void> {
  const actor = (await lockMembers(tx, workspaceId, [userId])).get(userId);
  if (actor?.standing !== "active") throw new AppError("not_found");
  if (actor.role !== "owner") throw new AppError("not_permitted");
}

const isActive = (member: Membership | undefined): member is Membership => member?.standing === "active";

/**
 * Offers to make someone an owner, who then accepts or declines. Throws `invalid_credentials`, `not_found`, or `conflict` if
 * an offer is open or they're an owner already.
 */
export async function offerOwnership(
  scope: OwnerScope,
  { memberId, keeps, currentPassword }: OfferOwnershipBody,
): Promise<OfferRow> {
  const { workspaceId, userId } = scope;
  await requirePassword(scope, currentPassword);
  return transaction(async (tx) => {
    const members = await lockMembers(tx, workspaceId, [userId, memberId]);
    const [actor, target] = [members.get(userId), members.get(memberId)];
    if (!isActive(actor) || !isActive(target)) throw new AppError("not_found");
    if (actor.role !== "owner") throw new AppError("not_permitted");
    if (target.role === "owner") throw new AppError("conflict", { detail: "This person is an owner already." });
    const made = { fromId: userId, toId: memberId, keeps, expiresAt: new Date(Date.now() + OFFER_DAYS * DAY_MS) };
    if ((await tx.query(storeOffer({ ...made, workspaceId }))).length === 0)
      throw new AppError("conflict", {
        detail: "Ownership has already been offered to someone. Withdraw that offer first.",
      });
    await tx.query(storeActivity({ scope, action: "ownership.offered", targetId: memberId, data: { keeps } }));
    await writeOfferMail(tx, workspaceId, memberId);
    publish(scope, tx);
    return made;
  });
}

/**
 * Withdraws the open offer as an owner, or declines it as the person it was made to, unless it's another one than the caller
 * names. Throws `not_found`.
 */
export async function endOffer(scope: OwnerScope, { from, to }: EndOfferQuery): Promise<void> {
  const named = { ...inWorkspace(scope), ...(from && { fromId: from }), ...(to && { toId: to }) };
  const where = scope.role === "owner" ? named : { AND: [named, { toId: scope.userId }] };
  await transaction(async (tx) => {
    const offer = await tx.ownershipOffer.findFirst({ where });
    if (!offer) throw new AppError("not_found");
    const { toId } = offer;
    const { count } = await tx.ownershipOffer.deleteMany({ where: { AND: [where, { toId }] } });
    if (count === 0) throw new AppError("not_found");
    await tx.query(storeActivity({ scope, action: "ownership.declined", targetId: toId }));
    publish(scope, tx);
  });
}

/**
 * Makes the caller an owner by the offer made to them, and the giver an admin unless they stay an owner. Throws
 * `invalid_credentials`, or `link_gone` if there's no such offer any longer.
 */
export async function acceptOwnership(scope: OwnerScope, password: string): Promise<WorkspaceRow> {
  const { workspaceId, userId } = scope;
  const provedBy = await requirePassword(scope, password);
  const gone = new AppError("link_gone", { detail: "This offer was withdrawn or has expired." });
  return retryingConflicts(() =>
    transaction(async (tx) => {
      // The account isn't being deleted, and its password is the one that was given.
      if (!(await lockAccount(tx, userId, provedBy))) throw new AppError("unauthenticated");
      const own = { ...inWorkspace(scope), toId: userId, expiresAt: { gt: new Date() } };
      const offer = await tx.ownershipOffer.findFirst({ where: own });
      if (!offer) throw gone;
      const { fromId, keeps } = offer;
      const members = await lockMembers(tx, workspaceId, [userId, fromId]);
      const { count } = await tx.ownershipOffer.deleteMany({ where: { ...own, fromId, keeps } });
      const [taker, giver] = [members.get(userId), members.get(fromId)];
      if (count === 0 || !isActive(taker) || !isActive(giver) || giver.role !== "owner") throw gone;
      // First, so that there's always an owner.
      const owner = { role: "owner", siteIds: null, standing: "active" } as const;
      await changeMember(tx, { workspaceId, userId, before: taker, after: owner, by: scope });
      if (!keeps) {
        const after = { ...giver, role: "admin" as const };
        await changeMember(tx, { workspaceId, userId: fromId, before: giver, after, by: scope });
      }
      await tx.query(storeActivity({ scope, action: "ownership.accepted", targetId: fromId }));
      publish(scope, tx);
      return findWorkspace(tx, { workspaceId, userId });
    }),
  );
}
