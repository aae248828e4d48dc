import { hashOfInvitation, invitationToken } from "#platform/crypto/invitation-token.ts";
import { query, type Transaction, transaction } from "#platform/database/database.ts";
import { retryingConflicts } from "#platform/database/database-failure.ts";
import { emailKey } from "#platform/email-address.ts";
import { env } from "#platform/env.ts";
import { AppError } from "#platform/errors.ts";
import { wakeJobs } from "#platform/jobs/worker.ts";
import { newId } from "#platform/new-id.ts";
import { Prisma } from "#prisma-client";
import { type OwnerScope, outranks, type PersonScope } from "../../base/access/scopes.ts";
import { within } from "../../base/access/statements.ts";
import { storeActivity } from "../../base/activity/statements.ts";
import { publishChange } from "../../base/changes/publish-change.ts";
import { queueInvitation } from "../../notify/mail/queries/invitation.system.ts";
import type { Membership } from "../../team/members/reach.ts";
import { lockMembers, requireSites } from "../../team/members/removal.system.ts";
import { findWorkspace } from "../workspaces/find-workspace.system.ts";
import type { WorkspaceRow } from "../workspaces/statements.ts";
import { storeInvitationEvents } from "./invitation-events.system.ts";
import { joinByInvitation, publishJoined } from "./join.system.ts";
import { mayEmail, ownInvitations } from "./queries.ts";
import { requireRoom } from "./room.system.ts";
import type { AcceptInvitationBody, CreateInvitationBody } from "./schema.ts";
import { INVITATION_COLUMNS, type InvitationRow } from "./statements.ts";

const LIFE_HOURS = 48;

export type SentInvitation = { invitation: InvitationRow; link: string };

const linkOf = (linkId: string) => `${env().BASE_URL}/invite#${invitationToken(linkId, "link")}`;

const publish = ({ workspaceId }: OwnerScope) => publishChange({ kind: "settings", workspaceId, about: "members" });

/** Locks the workspace and the caller's membership. Throws unless they may invite people now. */
async function lockActor({ workspaceId, userId }: OwnerScope, tx: Transaction): Promise<Membership> {
  const actor = (await lockMembers(tx, workspaceId, [userId])).get(userId);
  if (actor?.standing !== "active") throw new AppError("not_found");
  if (!outranks(actor.role, "admin")) throw new AppError("not_permitted");
  return actor;
}

/** Columns of a link that ends the one before. */
function newLink() {
  const linkId = newId();
  const hashOf = (way: "link" | "mail") => hashOfInvitation(invitationToken(linkId, way));
  return { linkId, linkHash: hashOf("link"), mailHash: hashOf("mail") };
}

/**
 * Invites someone by their email address. A pending invitation of the same address is replaced, and its links stop working.
 * Throws `not_permitted` outside the caller's reach, `conflict` for a member or a maximum, or `rate_limited`.
 */
export async function createInvitation(
  scope: OwnerScope,
  { email, role, siteIds: given = null }: Omit<CreateInvitationBody, "siteIds"> & { siteIds?: string[] | null },
): Promise<SentInvitation> {
  const { workspaceId, userId } = scope;
  const siteIds = given && [...new Set(given)];
  const { linkId, linkHash, mailHash } = newLink();
  const invitation = await retryingConflicts(() =>
    transaction(async (tx) => {
      const actor = await lockActor(scope, tx);
      await requireSites(tx, workspaceId, { held: actor.siteIds, given: siteIds });
      await requireRoom(tx, { workspaceId, email, actor });
      const mailId = (await mayEmail(scope, tx)) ? newId() : null;
      const [row] = await tx.query<InvitationRow & { isResent: boolean }>(Prisma.sql`
        INSERT INTO invitations AS i (
          id, workspace_id, email, email_key, role, site_ids, link_id, link_hash, mail_hash, mail_id, invited_by,
          created_at, expires_at
        )
        VALUES (${newId()}::uuid, ${workspaceId}::uuid, ${email}, ${emailKey(email)}, ${role}, ${siteIds}::uuid[],
          ${linkId}::uuid, ${linkHash}, ${mailHash}, ${mailId}::uuid, ${userId}::uuid, now(),
          now() + make_interval(hours => ${LIFE_HOURS}))
        ON CONFLICT (workspace_id, email_key) WHERE accepted_at IS NULL AND revoked_at IS NULL DO UPDATE SET
          email = excluded.email, role = excluded.role, site_ids = excluded.site_ids, link_id = excluded.link_id,
          link_hash = excluded.link_hash, mail_hash = excluded.mail_hash, mail_id = excluded.mail_id,
          invited_by = excluded.invited_by, created_at = excluded.created_at, expires_at = excluded.expires_at
        WHERE ${within(actor, Prisma.sql`i.site_ids`)}
        RETURNING ${INVITATION_COLUMNS}, i.xmax <> 0 AS "isResent"`);
      if (!row) throw new AppError("conflict", { detail: "This address has an invitation already." });
      if (mailId !== null) await queueInvitation(tx, { mailId, workspaceId, recipient: email });
      const { isResent, ...made } = row;
      const action = isResent ? "invitation.resent" : "invitation.created";
      await tx.query(storeActivity({ scope, action, targetId: made.id, data: { role, siteIds } }));
      await tx.query(storeInvitationEvents("invitation.created", { ...made, workspaceId }));
      return made;
    }),
  );
  if (invitation.isEmailed) wakeJobs("mail");
  wakeJobs("webhook");
  publish(scope);
  return { invitation, link: linkOf(linkId) };
}

const NO_SITES = "The sites of this invitation were deleted. Revoke it and invite the person to others.";

/** Sends a pending invitation again with a new link, for another 48 hours. Throws what `createInvitation` throws. */
export async function resendInvitation(scope: OwnerScope, invitationId: string): Promise<SentInvitation> {
  const [row] = await query<InvitationRow>(Prisma.sql`
    SELECT ${INVITATION_COLUMNS} FROM invitations i WHERE i.id = ${invitationId}::uuid AND ${ownInvitations(scope)}`);
  if (!row) throw new AppError("not_found");
  const { email, role, siteIds } = row;
  if (siteIds?.length === 0) throw new AppError("conflict", { detail: NO_SITES });
  return createInvitation(scope, { email, role, siteIds });
}

/** Returns the link of a pending invitation, to pass on. Throws `not_found`. */
export async function getInvitationLink(scope: OwnerScope, invitationId: string): Promise<string> {
  const [row] = await query<{ linkId: string; linkHash: Buffer }>(Prisma.sql`
    SELECT i.link_id AS "linkId", i.link_hash AS "linkHash" FROM invitations i
    WHERE i.id = ${invitationId}::uuid AND ${ownInvitations(scope)} AND i.expires_at > now()`);
  if (!row) throw new AppError("not_found");
  // AUTH_SECRET has changed since.
  if (!hashOfInvitation(invitationToken(row.linkId, "link")).equals(row.linkHash)) {
    throw new AppError("conflict", {
      detail: "This link can no longer be shown. Send the invitation again to create a new one.",
    });
  }
  return linkOf(row.linkId);
}

/** Revokes a pending invitation: its links stop working now. Throws `not_found`. */
export async function revokeInvitation(scope: OwnerScope, invitationId: string): Promise<void> {
  const revoked = await query<{ id: string }>(Prisma.sql`
    WITH revoked AS (
      UPDATE invitations i SET revoked_at = now() WHERE i.id = ${invitationId}::uuid AND ${ownInvitations(scope)}
      RETURNING i.id
    ), noted AS (${storeActivity(
      { scope, action: "invitation.revoked", targetId: Prisma.sql`id` },
      Prisma.sql`revoked`,
    )})
    SELECT id FROM revoked`);
  if (revoked.length === 0) throw new AppError("not_found");
  publish(scope);
}

const UNCONFIRMED = "Check your email: confirm your address to join.";

/**
 * Joins a workspace by an invitation to the caller's address. Throws what `joinByInvitation` throws, and `not_accepted` if they
 * have to confirm the address first.
 */
export async function acceptInvitation(
  { userId, via }: PersonScope,
  { token, invitationId = "" }: AcceptInvitationBody,
): Promise<WorkspaceRow> {
  const which = token === undefined ? { invitationId } : { hash: hashOfInvitation(token) };
  const { joined, row } = await retryingConflicts(() =>
    transaction(async (tx) => {
      const joined = await joinByInvitation(tx, { userId, via, ...which });
      return { joined, row: joined && (await findWorkspace(tx, { ...joined, userId })) };
    }),
  );
  if (!joined || !row) {
    wakeJobs("mail");
    throw new AppError("not_accepted", { detail: UNCONFIRMED });
  }
  publishJoined(joined, userId);
  return row;
}
