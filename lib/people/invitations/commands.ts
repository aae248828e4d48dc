import { hashOfInvitation, invitationToken } from "#platform/crypto/invitation-token.ts";
import { query, type Transaction, transaction } from "#platform/database/database.ts";
import { retryingConflicts } from "#platform/database/database-failure.ts";
import { env } from "#platform/env.ts";
import { AppError } from "#platform/errors.ts";
import { wakeJobs } from "#platform/jobs/worker.ts";
import { newId } from "#platform/new-id.ts";
import { type OwnerScope, outranks, type PersonScope } from "../../base/access/scopes.ts";
import { storeActivity } from "../../base/activity/statements.ts";
import { publishChange } from "../../base/changes/publish-change.ts";
import { queueInvitation } from "../../notify/mail/queries/invitation.system.ts";
import type { Membership } from "../../team/members/reach.ts";
import { lockMembers, requireSites } from "../../team/members/removal.system.ts";
import { findWorkspace } from "../workspaces/find-workspace.system.ts";
import type { WorkspaceRow } from "../workspaces/statements.ts";
import { storeInvitationEvents } from "./invitation-events.system.ts";
import { joinByInvitation } from "./join.system.ts";
import { mayEmail } from "./queries.ts";
import { requireRoom } from "./room.system.ts";
import type { AcceptInvitationBody, CreateInvitationBody } from "./schema.ts";
import { type InvitationRow, invitationsOf, linkOfInvitation, revokeAndLog, storeInvitation } from "./statements.ts";

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
  const link = newLink();
  const invitation = await retryingConflicts(() =>
    transaction(async (tx) => {
      const actor = await lockActor(scope, tx);
      await requireSites(tx, workspaceId, { held: actor.siteIds, given: siteIds });
      await requireRoom(tx, { workspaceId, email, actor });
      const mailId = (await mayEmail(scope, tx)) ? newId() : null;
      const [row] = await tx.query<InvitationRow & { isResent: boolean }>(
        storeInvitation({ workspaceId, userId, email, role, siteIds, mailId, ...link }, actor),
      );
      if (!row) throw new AppError("conflict", { detail: "This address has an invitation already." });
      if (mailId !== null) await queueInvitation(tx, { mailId, workspaceId, recipient: email });
      const { isResent, ...made } = row;
      const action = isResent ? "invitation.resent" : "invitation.created";
      await tx.query(storeActivity({ scope, action, targetId: made.id, data: { role, siteIds } }));
      await tx.query(storeInvitationEvents("invitation.created", { ...made, workspaceId }));
      tx.afterCommit(() => {
        wakeJobs("webhook");
        publish(scope);
      });
      return made;
    }),
  );
  return { invitation, link: linkOf(link.linkId) };
}

const NO_SITES = "The sites of this invitation were deleted. Revoke it and invite the person to others.";

/** Sends a pending invitation again with a new link, for another 48 hours. Throws what `createInvitation` throws. */
export async function resendInvitation(scope: OwnerScope, invitationId: string): Promise<SentInvitation> {
  const [row] = await query<InvitationRow>(invitationsOf(scope, invitationId));
  if (!row) throw new AppError("not_found");
  const { email, role, siteIds } = row;
  if (siteIds?.length === 0) throw new AppError("conflict", { detail: NO_SITES });
  return createInvitation(scope, { email, role, siteIds });
}

/** Returns the link of a pending invitation, to pass on. Throws `not_found`. */
export async function getInvitationLink(scope: OwnerScope, invitationId: string): Promise<string> {
  const [row] = await query<{ linkId: string; linkHash: Buffer }>(linkOfInvitation(scope, invitationId));
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
  const revoked = await query<{ id: string }>(revokeAndLog(scope, invitationId));
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
  const row = await retryingConflicts(() =>
    transaction(async (tx) => {
      const joined = await joinByInvitation(tx, { userId, via, ...which });
      return joined && findWorkspace(tx, { ...joined, userId });
    }),
  );
  if (!row) throw new AppError("not_accepted", { detail: UNCONFIRMED });
  return row;
}
