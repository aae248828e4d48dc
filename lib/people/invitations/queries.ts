import { type Querying, query } from "#platform/database/database.ts";
import { isMailOn } from "#platform/mail/transport.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope, PersonScope } from "../../base/access/scopes.ts";
import { ownRows, PERSON_NAME, WORKSPACE_NAME, within } from "../../base/access/statements.ts";
import type { GivenRole } from "../../team/members/schema.ts";
import { INVITATION_COLUMNS, type InvitationRow, IS_OPEN, IS_PENDING, isTo } from "./statements.ts";

/** Matches a pending invitation, `i`, that the caller could send. Of one whose sites were all deleted, no site is left to share. */
export const ownInvitations = (scope: OwnerScope) => Prisma.sql`${ownRows(scope, Prisma.sql`i`)} AND ${IS_PENDING}
  AND ${within(scope, Prisma.sql`i.site_ids`)}
  ${scope.siteIds === null ? Prisma.empty : Prisma.sql`AND i.site_ids && ${scope.siteIds}::uuid[]`}`;

/** Returns the pending and expired invitations within the caller's reach, newest first. */
export const listInvitations = (scope: OwnerScope): Promise<InvitationRow[]> =>
  query<InvitationRow>(Prisma.sql`
    SELECT ${INVITATION_COLUMNS} FROM invitations i WHERE ${ownInvitations(scope)} ORDER BY i.created_at DESC, i.id DESC`);

export type ReceivedInvitation = {
  id: string;
  workspaceName: string;
  role: GivenRole;
  invitedBy: string | null;
  expiresAt: Date;
};

/** Returns the open invitations to the caller's address, the newest first; none before they've confirmed it. */
export const listReceivedInvitations = ({ userId }: PersonScope): Promise<ReceivedInvitation[]> =>
  query<ReceivedInvitation>(Prisma.sql`
    SELECT i.id, ${WORKSPACE_NAME} AS "workspaceName", i.role, i.expires_at AS "expiresAt",
      (SELECT ${PERSON_NAME} FROM users u WHERE u.id = i.invited_by) AS "invitedBy"
    FROM invitations i JOIN workspaces w ON w.id = i.workspace_id AND w.closed_at IS NULL
    WHERE ${isTo(userId)} AND ${IS_OPEN}
    ORDER BY i.created_at DESC, i.id DESC`);

/** Whether someone may have the service email others: only with a confirmed address. */
export async function mayEmail({ userId }: OwnerScope, client: Querying = { query }): Promise<boolean> {
  if (!isMailOn()) return false;
  const confirmed = await client.query<{ id: string }>(Prisma.sql`
    SELECT id FROM users WHERE id = ${userId}::uuid AND email_confirmed_at IS NOT NULL`);
  return confirmed.length > 0;
}
