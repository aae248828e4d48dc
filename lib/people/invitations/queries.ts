import { db, query, type Transaction } from "#platform/database/database.ts";
import { isMailOn } from "#platform/mail/transport.ts";
import type { Invitation } from "#prisma-client";
import type { OwnerScope, PersonScope } from "../../base/access/scopes.ts";
import type { GivenRole } from "../../team/members/schema.ts";
import { type InvitationRow, invitationsOf, receivedBy } from "./statements.ts";

/** Returns the pending and expired invitations within the caller's reach, newest first. */
export const listInvitations = (scope: OwnerScope): Promise<InvitationRow[]> =>
  query<InvitationRow>(invitationsOf(scope));

export type ReceivedInvitation = Pick<Invitation, "id" | "expiresAt"> & {
  workspaceName: string;
  role: GivenRole;
  invitedBy: string | null;
};

/** Returns the open invitations to the caller's address, the newest first; none before they've confirmed it. */
export const listReceivedInvitations = ({ userId }: PersonScope): Promise<ReceivedInvitation[]> =>
  query<ReceivedInvitation>(receivedBy(userId));

/** Whether someone may have the service email others: only with a confirmed address. */
export async function mayEmail({ userId }: OwnerScope, client: Pick<Transaction, "user"> = db()): Promise<boolean> {
  return isMailOn() && (await client.user.count({ where: { id: userId, emailConfirmedAt: { not: null } } })) > 0;
}
