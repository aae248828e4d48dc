import { setTimeout as wait } from "node:timers/promises";
import { query, type Transaction, transaction } from "#platform/database/database.ts";
import { retryingConflicts } from "#platform/database/database-failure.ts";
import { env } from "#platform/env.ts";
import { AppError } from "#platform/errors.ts";
import { wakeJobs } from "#platform/jobs/worker.ts";
import { newId } from "#platform/new-id.ts";
import { oidcProvider } from "#platform/oidc/provider.ts";
import { readTime } from "#platform/timestamp.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope, PersonScope } from "../../base/access/scopes.ts";
import { ownRows, ownWorkspace, WORKSPACE_NAME } from "../../base/access/statements.ts";
import type { Action } from "../../base/activity/actions.ts";
import { storeActivity } from "../../base/activity/statements.ts";
import { publishChange } from "../../base/changes/publish-change.ts";
import { lockAccount } from "../../base/sessions/lock-account.system.ts";
import { requirePassword } from "../../base/sessions/require-password.system.ts";
import { closeWorkspace, publishClosed } from "../../data/erasure/close-workspace.system.ts";
import { eraseClosedAccounts } from "../../data/erasure/erase-accounts.system.ts";
import { writeOfferMail, writePolicyMails } from "../../notify/mail/queries/account-mails.system.ts";
import type { Membership } from "../../team/members/reach.ts";
import { changeMember, lockMembers, publishChanged } from "../../team/members/removal.system.ts";
import { findWorkspace } from "./find-workspace.system.ts";
import { getWorkspace } from "./queries.ts";
import type {
  DeleteWorkspaceBody,
  EndOfferQuery,
  OfferOwnershipBody,
  UpdateSecurityBody,
  UpdateWorkspaceBody,
} from "./schema.ts";
import { OFFER_COLUMNS, type OfferRow, type WorkspaceRow } from "./statements.ts";

const WORKSPACES_MAX = 10;
const OFFER_DAYS = 7;
const NOTICE_MS = 24 * 3_600_000;
const ERASE_WITHIN_MS = 3_000;
const TIMEOUTS = { statementMs: 60_000, lockMs: 5_000 };

const publish = ({ workspaceId }: Pick<OwnerScope, "workspaceId">) =>
  publishChange({ kind: "settings", workspaceId, about: "workspace" });

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
    const [count] = await tx.query<{ owned: number; joined: number }>(Prisma.sql`
      SELECT count(*) FILTER (WHERE w.owner_id = ${userId}::uuid)::int AS owned,
        count(*) FILTER (WHERE m.standing <> 'removed')::int AS joined
      FROM members m JOIN workspaces w ON w.id = m.workspace_id AND w.closed_at IS NULL
      WHERE m.user_id = ${userId}::uuid`);
    if (env().SIGNUP !== "open" && count?.joined !== 0) {
      throw new AppError("not_accepted", { detail: "This service doesn't accept new workspaces." });
    }
    if (count && count.owned >= WORKSPACES_MAX) {
      throw new AppError("conflict", {
        detail: `You may own ${WORKSPACES_MAX} workspaces. Delete one to create another.`,
      });
    }
    await tx.query(Prisma.sql`
      INSERT INTO workspaces (id, owner_id, name, created_at) VALUES (${id}::uuid, ${userId}::uuid, ${name}, now())`);
    return findWorkspace(tx, { workspaceId: id, userId });
  });
}

/** Changes the given fields. Throws `not_found`. */
export async function updateWorkspace(
  scope: OwnerScope,
  { name, claimsOnReply }: UpdateWorkspaceBody,
): Promise<WorkspaceRow> {
  const entry = (action: Action, isNew: Prisma.Sql, data: Record<string, unknown>) =>
    storeActivity({ scope, action, data }, Prisma.sql`changed WHERE ${isNew}`);
  await query(Prisma.sql`
    WITH was AS MATERIALIZED (
      SELECT w.id, w.name, w.claims_on_reply FROM workspaces w
      WHERE ${ownWorkspace(scope)} FOR NO KEY UPDATE
    ), changed AS (
      UPDATE workspaces w SET name = coalesce(${name ?? null}, w.name),
        claims_on_reply = coalesce(${claimsOnReply ?? null}::boolean, w.claims_on_reply)
      FROM was WHERE w.id = was.id
      RETURNING w.name IS DISTINCT FROM was.name AS is_renamed, w.claims_on_reply <> was.claims_on_reply AS is_changed
    ), renamed AS (${entry("workspace.renamed", Prisma.sql`is_renamed`, {})}
    )
    ${entry("workspace.changed", Prisma.sql`is_changed`, { claimsOnReply })}`);
  const row = await getWorkspace(scope);
  publish(scope);
  return row;
}

/** Returns a time in milliseconds, as PostgreSQL doesn't read as many digits as one may have. Throws `invalid_request` if it's too soon. */
function noticedTime(path: string, given: string | null | undefined): string | null | undefined {
  if (!given) return given;
  const time = readTime(given);
  if (time.getTime() >= Date.now() + NOTICE_MS) return time.toISOString();
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
    const [found] = await tx.query<{ hasSecondFactor: boolean; isByOidc: boolean; isDateNew: boolean }>(Prisma.sql`
      SELECT EXISTS (
        SELECT FROM second_factors f WHERE f.user_id = ${scope.userId}::uuid AND f.confirmed_at IS NOT NULL
      ) AS "hasSecondFactor", EXISTS (
        SELECT FROM sessions s JOIN oidc_identities i ON i.user_id = s.user_id AND i.issuer = s.oidc_issuer
        WHERE s.id = ${scope.sessionId}::uuid AND s.oidc_issuer = ${oidcProvider()?.issuer ?? null}
      ) AS "isByOidc",
        w.second_factor_from IS DISTINCT FROM ${secondFactorFrom ?? null}::timestamptz(3) AS "isDateNew"
      FROM workspaces w WHERE ${ownWorkspace(scope)} FOR NO KEY UPDATE`);
    if (!found) throw new AppError("not_found");
    if (secondFactorFrom && !found.hasSecondFactor) {
      throw new AppError("conflict", { detail: "Set up two-factor login for your own account first." });
    }
    // Tried before it's required: otherwise no owner might get in to change it.
    if (oidcFrom && !found.isByOidc) {
      throw new AppError("conflict", { detail: "Log in through the login provider yourself first." });
    }
    await tx.query(Prisma.sql`
      UPDATE workspaces w SET
        second_factor_from = CASE WHEN ${secondFactorFrom !== undefined} THEN ${secondFactorFrom ?? null}::timestamptz
          ELSE w.second_factor_from END,
        oidc_from = CASE WHEN ${oidcFrom !== undefined} THEN ${oidcFrom ?? null}::timestamptz ELSE w.oidc_from END,
        activity_days = coalesce(${activityDays ?? null}::int, w.activity_days)
      WHERE ${ownWorkspace(scope)}`);
    await tx.query(storeActivity({ scope, action: "workspace.security_changed", data }));
    if (secondFactorFrom !== undefined && found.isDateNew) {
      await writePolicyMails(tx, scope.workspaceId, secondFactorFrom !== null);
    }
  });
  wakeJobs("mail");
  const row = await getWorkspace(scope);
  publish(scope);
  return row;
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
  const { closed, userIds } = await retryingConflicts(() =>
    transaction(async (tx) => {
      await requireOwner(scope, tx);
      const [row] = await tx.query<{ isSame: boolean; userIds: string[] }>(Prisma.sql`
        SELECT ${WORKSPACE_NAME} = ${name} AS "isSame",
          ARRAY(SELECT m.user_id FROM members m WHERE m.workspace_id = w.id AND m.standing = 'active') AS "userIds"
        FROM workspaces w WHERE ${ownWorkspace(scope)}`);
      if (!row) throw new AppError("not_found");
      if (!row.isSame) {
        throw new AppError("invalid_request", { errors: [{ path: "name", message: "must be the workspace's name" }] });
      }
      return { closed: await closeWorkspace(tx, scope.workspaceId), userIds: row.userIds };
    }, TIMEOUTS),
  );
  if (closed) publishClosed(closed, userIds);
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
  const offer = await transaction(async (tx) => {
    const members = await lockMembers(tx, workspaceId, [userId, memberId]);
    const [actor, target] = [members.get(userId), members.get(memberId)];
    if (!isActive(actor) || !isActive(target)) throw new AppError("not_found");
    if (actor.role !== "owner") throw new AppError("not_permitted");
    if (target.role === "owner") throw new AppError("conflict", { detail: "This person is an owner already." });
    const [row] = await tx.query<OfferRow>(Prisma.sql`
      INSERT INTO ownership_offers AS f (workspace_id, from_id, to_id, keeps, created_at, expires_at)
      VALUES (${workspaceId}::uuid, ${userId}::uuid, ${memberId}::uuid, ${keeps}, now(),
        now() + make_interval(days => ${OFFER_DAYS}))
      ON CONFLICT (workspace_id) DO UPDATE SET from_id = excluded.from_id, to_id = excluded.to_id,
        keeps = excluded.keeps, created_at = excluded.created_at, expires_at = excluded.expires_at
      WHERE f.expires_at <= now()
      RETURNING ${OFFER_COLUMNS}`);
    if (!row)
      throw new AppError("conflict", {
        detail: "Ownership has already been offered to someone. Withdraw that offer first.",
      });
    await tx.query(storeActivity({ scope, action: "ownership.offered", targetId: memberId, data: { keeps } }));
    await writeOfferMail(tx, workspaceId, memberId);
    return row;
  });
  wakeJobs("mail");
  publish(scope);
  return offer;
}

/**
 * Withdraws the open offer as an owner, or declines it as the person it was made to, unless it's another one than the caller
 * names. Throws `not_found`.
 */
export async function endOffer(scope: OwnerScope, { from, to }: EndOfferQuery): Promise<void> {
  const ended = await query(Prisma.sql`
    WITH ended AS (
      DELETE FROM ownership_offers f
      WHERE ${ownRows(scope, Prisma.sql`f`)} AND (${scope.role === "owner"} OR f.to_id = ${scope.userId}::uuid)
        AND f.from_id = coalesce(${from ?? null}::uuid, f.from_id) AND f.to_id = coalesce(${to ?? null}::uuid, f.to_id)
      RETURNING to_id
    ), noted AS (${storeActivity(
      { scope, action: "ownership.declined", targetId: Prisma.sql`to_id` },
      Prisma.sql`ended`,
    )})
    SELECT to_id FROM ended`);
  if (ended.length === 0) throw new AppError("not_found");
  publish(scope);
}

/**
 * Makes the caller an owner by the offer made to them, and the giver an admin unless they stay an owner. Throws
 * `invalid_credentials`, or `link_gone` if there's no such offer any longer.
 */
export async function acceptOwnership(scope: OwnerScope, password: string): Promise<WorkspaceRow> {
  const { workspaceId, userId } = scope;
  const provedBy = await requirePassword(scope, password);
  const gone = new AppError("link_gone", { detail: "This offer was withdrawn or has expired." });
  const { changed, row } = await retryingConflicts(() =>
    transaction(async (tx) => {
      // The account isn't being deleted, and its password is the one that was given.
      if (!(await lockAccount(tx, userId, provedBy))) throw new AppError("unauthenticated");
      const own = Prisma.sql`${ownRows(scope, Prisma.sql`f`)} AND f.to_id = ${userId}::uuid AND f.expires_at > now()`;
      const [found] = await tx.query<OfferRow>(
        Prisma.sql`SELECT ${OFFER_COLUMNS} FROM ownership_offers f WHERE ${own}`,
      );
      if (!found) throw gone;
      const members = await lockMembers(tx, workspaceId, [userId, found.fromId]);
      const [offer] = await tx.query<OfferRow>(Prisma.sql`
        DELETE FROM ownership_offers f WHERE ${own} AND f.from_id = ${found.fromId}::uuid RETURNING ${OFFER_COLUMNS}`);
      const [taker, giver] = [members.get(userId), members.get(found.fromId)];
      if (!offer || !isActive(taker) || !isActive(giver) || giver.role !== "owner") throw gone;
      // First, so that there's always an owner.
      const owner = { role: "owner", siteIds: null, standing: "active" } as const;
      const done = [await changeMember(tx, { workspaceId, userId, before: taker, after: owner, by: scope })];
      if (!offer.keeps) {
        const after = { ...giver, role: "admin" as const };
        done.push(await changeMember(tx, { workspaceId, userId: offer.fromId, before: giver, after, by: scope }));
      }
      await tx.query(storeActivity({ scope, action: "ownership.accepted", targetId: offer.fromId }));
      return { changed: done, row: await findWorkspace(tx, { workspaceId, userId }) };
    }),
  );
  for (const one of changed) publishChanged(one);
  publish(scope);
  return row;
}
