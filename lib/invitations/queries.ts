import { query, type Transaction } from "#platform/database/database.ts";
import { isMailOn } from "#platform/mail/transport.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../access/scopes.ts";
import { ownRows, within } from "../access/statements.ts";
import { INVITATION_COLUMNS, type InvitationRow, IS_PENDING } from "./statements.ts";

/** Matches a pending invitation, `i`, that the caller could send. Of one whose sites were all deleted, no site is left to share. */
export const ownInvitations = (scope: OwnerScope) => Prisma.sql`${ownRows(scope, Prisma.sql`i`)} AND ${IS_PENDING}
  AND ${within(scope, Prisma.sql`i.site_ids`)}
  ${scope.siteIds === null ? Prisma.empty : Prisma.sql`AND i.site_ids && ${scope.siteIds}::uuid[]`}`;

/** Returns the pending invitations within the caller's reach, newest first, those that expired included. */
export const listInvitations = (scope: OwnerScope): Promise<InvitationRow[]> =>
  query<InvitationRow>(Prisma.sql`
    SELECT ${INVITATION_COLUMNS} FROM invitations i WHERE ${ownInvitations(scope)} ORDER BY i.created_at DESC, i.id DESC`);

/** Whether someone may have the service email others: only with a confirmed address. */
export async function mayEmail({ userId }: OwnerScope, client: Transaction = { query }): Promise<boolean> {
  if (!isMailOn()) return false;
  const confirmed = await client.query<{ id: string }>(Prisma.sql`
    SELECT id FROM users WHERE id = ${userId}::uuid AND email_confirmed_at IS NOT NULL`);
  return confirmed.length > 0;
}
