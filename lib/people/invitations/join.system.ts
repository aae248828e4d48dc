import { query, type Transaction, transaction } from "#platform/database/database.ts";
import { retryingConflicts } from "#platform/database/database-failure.ts";
import { AppError } from "#platform/errors.ts";
import { wakeJobs } from "#platform/jobs/worker.ts";
import { isMailOn } from "#platform/mail/transport.ts";
import { Prisma } from "#prisma-client";
import type { PersonScope } from "../../base/access/scopes.ts";
import { sitesIn } from "../../base/access/statements.ts";
import { storeActivity } from "../../base/activity/statements.ts";
import { publishChange } from "../../base/changes/publish-change.ts";
import { queueAccountMail } from "../../notify/mail/queries/account-mails.system.ts";
import { storeMemberEvents } from "../../team/members/member-events.system.ts";
import { MEMBERS_MAX, tooManyMembers } from "../../team/members/members-max.ts";
import type { GivenRole } from "../../team/members/schema.ts";
import { refuseGone } from "./find-invitation.system.ts";
import { storeInvitationEvents } from "./invitation-events.system.ts";
import { IS_OPEN, isOf, isTo } from "./statements.ts";

const OTHER_ADDRESS = "This invitation is for another email address. Log in with the account it's for.";
const READS_MAX = 5_000;
const SUSPENDED = "Your access to this workspace is suspended. Ask an owner or admin.";

/** By the token of a link, or by an invitation to the person's confirmed address. */
type Joining = Pick<PersonScope, "userId" | "via"> & ({ hash: Buffer } | { invitationId: string });

/** The workspace that someone joined. */
export type Joined = { workspaceId: string };

/**
 * Accepts an invitation for someone, once. Locks the person, the workspace and their membership, in this order. With a copied link
 * and an address that isn't confirmed, they join once they confirm it: the invitation keeps who wants that, they get an email, and
 * null is returned. Throws `link_gone`, `not_found` without a link, `not_accepted` for another address, `not_permitted` for someone
 * suspended, or `conflict` if the workspace is full. SQL is for the locks, and for a list of sites, which may be null.
 */
export async function joinByInvitation(tx: Transaction, { userId, via, ...by }: Joining): Promise<Joined | null> {
  const which = "hash" in by ? isOf(by.hash) : Prisma.sql`i.id = ${by.invitationId}::uuid AND ${isTo(userId)}`;
  const [user] = await tx.query<{ email: string; emailKey: string; isConfirmed: boolean }>(Prisma.sql`
    SELECT email, email_key AS "emailKey", email_confirmed_at IS NOT NULL AS "isConfirmed" FROM users
    WHERE id = ${userId}::uuid AND closed_at IS NULL FOR NO KEY UPDATE`);
  if (!user) throw new AppError("unauthenticated");
  const [workspace] = await tx.query<{ id: string }>(Prisma.sql`
    SELECT w.id FROM workspaces w JOIN invitations i ON i.workspace_id = w.id
    WHERE ${which} AND w.closed_at IS NULL FOR NO KEY UPDATE OF w`);
  // Read under the lock, which everything that revokes invitations takes too.
  const [invitation] = await tx.query<{
    id: string;
    emailKey: string;
    role: GivenRole;
    siteIds: string[] | null;
    invitedBy: string;
    isProof: boolean;
    wantedBy: string | null;
  }>(Prisma.sql`
    SELECT i.id, i.email_key AS "emailKey", i.role, ${sitesIn(Prisma.sql`i.site_ids`)} AS "siteIds", i.invited_by AS "invitedBy",
      ${"hash" in by ? Prisma.sql`i.mail_hash = ${by.hash}` : Prisma.sql`false`} AS "isProof", i.wanted_by AS "wantedBy"
    FROM invitations i WHERE ${which} AND ${IS_OPEN} FOR UPDATE`);
  // With no site left, there's nothing to join.
  if (!workspace || !invitation || invitation.siteIds?.length === 0) {
    if ("hash" in by) return refuseGone(by.hash, tx);
    throw new AppError("not_found");
  }
  if (invitation.emailKey !== user.emailKey) throw new AppError("not_accepted", { detail: OTHER_ADDRESS });
  const workspaceId = workspace.id;
  const [member] = await tx.query<{ standing: string }>(Prisma.sql`
    SELECT standing FROM members WHERE workspace_id = ${workspaceId}::uuid AND user_id = ${userId}::uuid FOR UPDATE`);
  if (member?.standing === "suspended") throw new AppError("not_permitted", { detail: SUSPENDED });
  if (!invitation.isProof && !user.isConfirmed && isMailOn()) {
    if (invitation.wantedBy !== userId) await wantToJoin(tx, invitation.id, { userId, email: user.email });
    return null;
  }
  await tx.query(Prisma.sql`
    UPDATE invitations SET accepted_at = now(), accepted_by = ${userId}::uuid WHERE id = ${invitation.id}::uuid`);
  if (invitation.isProof && !user.isConfirmed) {
    await tx.query(Prisma.sql`UPDATE users SET email_confirmed_at = now() WHERE id = ${userId}::uuid`);
  }
  if (member?.standing !== "active") await addMember(tx, { workspaceId, userId, ...invitation });
  await tx.query(
    storeActivity({
      scope: { workspaceId, userId, via },
      action: "invitation.accepted",
      targetId: invitation.id,
      data: { role: invitation.role },
    }),
  );
  await tx.query(storeInvitationEvents("invitation.accepted", { ...invitation, workspaceId }));
  tx.afterCommit(() => publish(workspaceId, userId));
  return { workspaceId };
}

async function wantToJoin(tx: Transaction, invitationId: string, person: { userId: string; email: string }) {
  const { userId, email } = person;
  await tx.query(Prisma.sql`UPDATE invitations SET wanted_by = ${userId}::uuid WHERE id = ${invitationId}::uuid`);
  try {
    await queueAccountMail({ kind: "confirm_address", userId, recipient: email }, tx);
  } catch (error) {
    // The pages of the account offer to send it later.
    if (!(error instanceof AppError) || error.code !== "rate_limited") throw error;
  }
}

/** Joins someone who has confirmed their address to the workspaces that waited for that. */
export async function joinWanted(userId: string): Promise<void> {
  const wanted = await query<{ id: string }>(Prisma.sql`
    SELECT i.id FROM invitations i WHERE i.wanted_by = ${userId}::uuid AND ${isTo(userId)} AND ${IS_OPEN}
    ORDER BY i.created_at`);
  for (const { id } of wanted) {
    try {
      await retryingConflicts(() =>
        transaction((tx) => joinByInvitation(tx, { userId, via: "session", invitationId: id })),
      );
    } catch (error) {
      // It ended meanwhile, or the workspace is full. The address is confirmed all the same.
      if (!(error instanceof AppError)) throw error;
    }
  }
}

type NewMember = { workspaceId: string; userId: string; role: GivenRole; siteIds: string[] | null; invitedBy: string };

/** Adds someone to a locked workspace, again if they were removed. */
async function addMember(tx: Transaction, { workspaceId, userId, role, siteIds, invitedBy }: NewMember): Promise<void> {
  const members = await tx.member.count({ where: { workspaceId, standing: { not: "removed" } } });
  if (members >= MEMBERS_MAX) throw tooManyMembers();
  // `created_at` is when they joined: what waited before isn't unread for them.
  await tx.query(Prisma.sql`
    INSERT INTO members (workspace_id, user_id, role, site_ids, invited_by, created_at)
    VALUES (${workspaceId}::uuid, ${userId}::uuid, ${role}, ${siteIds}::uuid[], ${invitedBy}::uuid, now())
    ON CONFLICT (workspace_id, user_id) DO UPDATE SET role = excluded.role, site_ids = excluded.site_ids,
      standing = 'active', invited_by = excluded.invited_by, created_at = excluded.created_at, ended_at = NULL,
      ended_by = NULL`);
  const [before, after] = [
    { role, siteIds: [], standing: "removed" } as const,
    { role, siteIds, standing: "active" } as const,
  ];
  await tx.query(storeMemberEvents({ workspaceId, userId, before, after }));
  const shared = await tx.query(Prisma.sql`
    UPDATE workspaces SET shared_at = now() WHERE id = ${workspaceId}::uuid AND shared_at IS NULL RETURNING id`);
  if (shared.length === 0) return;
  // Until now one position was enough. What the first person has read but not replied to stays read for them. It's dated as
  // the conversation, so the reconciler doesn't send it.
  await tx.query(Prisma.sql`
    INSERT INTO reads (user_id, conversation_id, read_seq, updated_at)
    SELECT m.user_id, c.id, c.owner_read_seq, c.updated_at
    FROM members m, LATERAL (
      SELECT id, owner_read_seq, updated_at FROM conversations
      WHERE workspace_id = ${workspaceId}::uuid AND waiting_since IS NOT NULL AND NOT is_unread
      ORDER BY waiting_since DESC LIMIT ${READS_MAX}
    ) c
    WHERE m.workspace_id = ${workspaceId}::uuid AND m.user_id <> ${userId}::uuid AND m.standing = 'active'
    ON CONFLICT DO NOTHING`);
}

// The workspace's people see it, and the person's streams know their new access.
function publish(workspaceId: string, userId: string): void {
  publishChange({ kind: "access", workspaceId, userId });
  publishChange({ kind: "settings", workspaceId, about: "members" });
  publishChange({ kind: "settings", workspaceId, about: "workspace" });
  wakeJobs("webhook");
}
