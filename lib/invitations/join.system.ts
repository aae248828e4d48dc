import type { Transaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { wakeJobs } from "#platform/jobs/worker.ts";
import { isMailOn } from "#platform/mail/transport.ts";
import { Prisma } from "#prisma-client";
import type { PersonScope } from "../access/scopes.ts";
import { sitesIn } from "../access/statements.ts";
import { storeActivity } from "../activity/statements.ts";
import { publishChange } from "../changes/publish-change.ts";
import { storeMemberEvents } from "../members/member-events.system.ts";
import { MEMBERS_MAX, tooManyMembers } from "../members/members-max.ts";
import type { GivenRole } from "../members/schema.ts";
import { refuseGone } from "./find-invitation.system.ts";
import { storeInvitationEvents } from "./invitation-events.system.ts";
import { IS_OPEN, isOf } from "./statements.ts";

const OTHER_ADDRESS = "This invitation is for another email address. Log in with the account it's for.";
const UNCONFIRMED = "Confirm your email address first, then open the link again.";
const READS_MAX = 5_000;
const SUSPENDED = "Your access to this workspace is suspended. Ask an owner or admin.";

type Joining = Pick<PersonScope, "userId" | "via"> & { hash: Buffer };

/** The workspace that someone joined. */
export type Joined = { workspaceId: string };

/**
 * Accepts an invitation for someone, once. Locks the person, the workspace and their membership, in this order. Throws
 * `link_gone`, `not_accepted` for another address or one that isn't confirmed, `not_permitted` for someone suspended, or
 * `conflict` if the workspace is full.
 */
export async function joinByInvitation(tx: Transaction, { userId, via, hash }: Joining): Promise<Joined> {
  const [user] = await tx.query<{ emailKey: string; isConfirmed: boolean }>(Prisma.sql`
    SELECT email_key AS "emailKey", email_confirmed_at IS NOT NULL AS "isConfirmed" FROM users
    WHERE id = ${userId}::uuid AND closed_at IS NULL FOR NO KEY UPDATE`);
  if (!user) throw new AppError("unauthenticated");
  const [workspace] = await tx.query<{ id: string }>(Prisma.sql`
    SELECT w.id FROM workspaces w JOIN invitations i ON i.workspace_id = w.id
    WHERE ${isOf(hash)} AND w.closed_at IS NULL FOR NO KEY UPDATE OF w`);
  // Read under the lock, which everything that revokes invitations takes too.
  const [invitation] = await tx.query<{
    id: string;
    emailKey: string;
    role: GivenRole;
    siteIds: string[] | null;
    invitedBy: string;
    isProof: boolean;
  }>(Prisma.sql`
    SELECT i.id, i.email_key AS "emailKey", i.role, ${sitesIn(Prisma.sql`i.site_ids`)} AS "siteIds", i.invited_by AS "invitedBy",
      i.mail_hash = ${hash} AS "isProof"
    FROM invitations i WHERE ${isOf(hash)} AND ${IS_OPEN} FOR UPDATE`);
  // With no site left, there's nothing to join.
  if (!workspace || !invitation || invitation.siteIds?.length === 0) return refuseGone(hash, tx);
  if (invitation.emailKey !== user.emailKey) throw new AppError("not_accepted", { detail: OTHER_ADDRESS });
  if (!invitation.isProof && !user.isConfirmed && isMailOn())
    throw new AppError("not_accepted", { detail: UNCONFIRMED });
  const workspaceId = workspace.id;
  const [member] = await tx.query<{ standing: string }>(Prisma.sql`
    SELECT standing FROM members WHERE workspace_id = ${workspaceId}::uuid AND user_id = ${userId}::uuid FOR UPDATE`);
  if (member?.standing === "suspended") throw new AppError("not_permitted", { detail: SUSPENDED });
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
  return { workspaceId };
}

type NewMember = { workspaceId: string; userId: string; role: GivenRole; siteIds: string[] | null; invitedBy: string };

/** Adds someone to a locked workspace, again if they were removed. */
async function addMember(tx: Transaction, { workspaceId, userId, role, siteIds, invitedBy }: NewMember): Promise<void> {
  const [count] = await tx.query<{ members: number }>(Prisma.sql`
    SELECT count(*)::int AS members FROM members WHERE workspace_id = ${workspaceId}::uuid AND standing <> 'removed'`);
  if (count && count.members >= MEMBERS_MAX) throw tooManyMembers();
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

/** Publishes a committed acceptance: the workspace's people see it, and the person's streams know their new access. */
export function publishJoined({ workspaceId }: Joined, userId: string): void {
  publishChange({ kind: "access", workspaceId, userId });
  publishChange({ kind: "settings", workspaceId, about: "members" });
  publishChange({ kind: "settings", workspaceId, about: "workspace" });
  wakeJobs("webhook");
}
