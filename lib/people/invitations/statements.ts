import { emailKey } from "#platform/email-address.ts";
import { newId } from "#platform/new-id.ts";
import { type Invitation, Prisma } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { ownRows, PERSON_NAME, sitesIn, WORKSPACE_NAME, within } from "../../base/access/statements.ts";
import { storeActivity } from "../../base/activity/statements.ts";
import type { Membership } from "../../team/members/reach.ts";
import type { GivenRole } from "../../team/members/schema.ts";

/*
 * SQL, because a list of sites may be null, which Prisma's client can't read or write, and the sites that are left of it and the
 * names of a workspace and a person are expressions.
 */

export type InvitationRow = Pick<Invitation, "id" | "email" | "invitedBy" | "createdAt" | "expiresAt"> & {
  role: GivenRole;
  siteIds: string[] | null;
  isEmailed: boolean;
};

/** Columns of an invitation, `i`: an InvitationRow. */
export const INVITATION_COLUMNS = Prisma.sql`
  i.id, i.email, i.role, ${sitesIn(Prisma.sql`i.site_ids`)} AS "siteIds", i.invited_by AS "invitedBy", i.created_at AS "createdAt",
  i.expires_at AS "expiresAt", i.mail_id IS NOT NULL AS "isEmailed"`;

/** Matches an invitation, `i`, that was neither accepted nor revoked. It may have expired. */
export const IS_PENDING = Prisma.sql`i.accepted_at IS NULL AND i.revoked_at IS NULL`;

/** Matches an invitation, `i`, that can be accepted now: not one of someone whose account is disabled. */
export const IS_OPEN = Prisma.sql`${IS_PENDING} AND i.expires_at > now() AND NOT EXISTS (
  SELECT FROM users inviter WHERE inviter.id = i.invited_by AND inviter.disabled_at IS NOT NULL
)`;

/** Matches an invitation, `i`, to the address of someone who has confirmed that it's theirs. */
export const isTo = (userId: string) => Prisma.sql`i.email_key = (
  SELECT u.email_key FROM users u
  WHERE u.id = ${userId}::uuid AND u.email_confirmed_at IS NOT NULL AND u.closed_at IS NULL
)`;

/** Matches the invitation, `i`, that a token's hash is of. */
export const isOf = (hash: Buffer) => Prisma.sql`(i.link_hash = ${hash} OR i.mail_hash = ${hash})`;

/** Matches a pending invitation, `i`, that the caller could send. Of one whose sites were all deleted, no site is left to share. */
const ownInvitations = (scope: OwnerScope) => Prisma.sql`${ownRows(scope, Prisma.sql`i`)} AND ${IS_PENDING}
  AND ${within(scope, Prisma.sql`i.site_ids`)}
  ${scope.siteIds === null ? Prisma.empty : Prisma.sql`AND i.site_ids && ${scope.siteIds}::uuid[]`}`;

/** The InvitationRows within the caller's reach, or one of them, newest first. */
export const invitationsOf = (scope: OwnerScope, invitationId: string | null = null) => Prisma.sql`
  SELECT ${INVITATION_COLUMNS} FROM invitations i WHERE ${ownInvitations(scope)}
    ${invitationId === null ? Prisma.empty : Prisma.sql`AND i.id = ${invitationId}::uuid`}
  ORDER BY i.created_at DESC, i.id DESC`;

/** The id and the hash of the link of an invitation that can be accepted now. */
export const linkOfInvitation = (scope: OwnerScope, invitationId: string) => Prisma.sql`
  SELECT i.link_id AS "linkId", i.link_hash AS "linkHash" FROM invitations i
  WHERE i.id = ${invitationId}::uuid AND ${ownInvitations(scope)} AND i.expires_at > now()`;

/** Revokes an invitation and logs it, in one statement: a race with its acceptance. */
export const revokeAndLog = (scope: OwnerScope, invitationId: string) => Prisma.sql`
  WITH revoked AS (
    UPDATE invitations i SET revoked_at = now() WHERE i.id = ${invitationId}::uuid AND ${ownInvitations(scope)}
    RETURNING i.id
  ), noted AS (${storeActivity({ scope, action: "invitation.revoked", targetId: Prisma.sql`id` }, Prisma.sql`revoked`)})
  SELECT id FROM revoked`;

/** The ReceivedInvitations of someone, newest first. */
export const receivedBy = (userId: string) => Prisma.sql`
  SELECT i.id, ${WORKSPACE_NAME} AS "workspaceName", i.role, i.expires_at AS "expiresAt",
    (SELECT ${PERSON_NAME} FROM users u WHERE u.id = i.invited_by) AS "invitedBy"
  FROM invitations i JOIN workspaces w ON w.id = i.workspace_id AND w.closed_at IS NULL
  WHERE ${isTo(userId)} AND ${IS_OPEN}
  ORDER BY i.created_at DESC, i.id DESC`;

const LIFE_HOURS = 48;

type NewInvitation = Pick<Invitation, "workspaceId" | "email" | "linkId" | "linkHash" | "mailHash" | "mailId"> & {
  userId: string;
  role: GivenRole;
  siteIds: string[] | null;
};

/** Stores an invitation, or replaces a pending one of the same address within the actor's reach: a race that the index decides. */
export const storeInvitation = (
  { workspaceId, userId, email, role, siteIds, linkId, linkHash, mailHash, mailId }: NewInvitation,
  actor: Membership,
) => Prisma.sql`
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
  RETURNING ${INVITATION_COLUMNS}, i.xmax <> 0 AS "isResent"`;
