import type { Transaction } from "#platform/database/database.ts";
import { emailKey } from "#platform/email-address.ts";
import { AppError } from "#platform/errors.ts";
import { Prisma } from "#prisma-client";
import { PERSON_NAME } from "../../base/access/statements.ts";
import { MEMBERS_MAX, tooManyMembers } from "../../team/members/members-max.ts";
import type { Membership } from "../../team/members/reach.ts";
import { IS_OPEN } from "./statements.ts";

const PENDING_MAX = 100;

type Wanted = { workspaceId: string; email: string; actor: Pick<Membership, "siteIds"> };

/**
 * Throws `conflict` if the address is a member's, or if there are as many people or invitations as there may be. Only
 * someone who sees all members learns the name.
 */
export async function requireRoom(tx: Transaction, { workspaceId, email, actor }: Wanted): Promise<void> {
  // One statement for all three, because a name is an expression.
  const [found] = await tx.query<{ member: string | null; members: number; pending: number }>(Prisma.sql`
    SELECT
      (SELECT ${PERSON_NAME} FROM members m JOIN users u ON u.id = m.user_id
        WHERE m.workspace_id = ${workspaceId}::uuid AND m.standing <> 'removed' AND u.email_key = ${emailKey(email)}) AS member,
      (SELECT count(*)::int FROM members m
        WHERE m.workspace_id = ${workspaceId}::uuid AND m.standing <> 'removed') AS members,
      (SELECT count(*)::int FROM invitations i
        WHERE i.workspace_id = ${workspaceId}::uuid AND ${IS_OPEN} AND i.email_key <> ${emailKey(email)}) AS pending`);
  if (!found) return;
  if (found.member !== null) {
    const member = actor.siteIds === null ? found.member : "This person";
    throw new AppError("conflict", { detail: `${member} is already in this workspace.` });
  }
  if (found.members >= MEMBERS_MAX) throw tooManyMembers();
  if (found.pending >= PENDING_MAX) {
    throw new AppError("conflict", {
      detail: `This workspace has ${PENDING_MAX} pending invitations, which is the maximum. Revoke one first.`,
    });
  }
}
