import { hashOfInvitation } from "#platform/crypto/invitation-token.ts";
import { hashPassword } from "#platform/crypto/password.ts";
import { db, transaction } from "#platform/database/database.ts";
import { retryingConflicts } from "#platform/database/database-failure.ts";
import { type OpenedSession, openSession } from "../../base/sessions/sessions.system.ts";
import { insertUser, type User } from "../owners/create-owner.system.ts";
import { refuseGone } from "./find-invitation.system.ts";
import { type Joined, joinByInvitation } from "./join.system.ts";
import type { AcceptAsNewBody } from "./schema.ts";

export type AcceptedAsNew = OpenedSession & { user: User; workspaceId: string | null };

/**
 * Creates an account without a workspace of its own for an invited address, whatever SIGNUP says, logs it in, and joins. With a
 * copied link, if emails can be sent, the person joins once they confirm the address. Throws `link_gone` or `email_taken`.
 */
export async function acceptAsNew(
  { token, name, password }: AcceptAsNewBody,
  device: string | null,
): Promise<AcceptedAsNew> {
  const hash = hashOfInvitation(token);
  // Checked before the password is hashed, which is expensive.
  const invitation = await db().invitation.findFirst({
    where: {
      OR: [{ linkHash: hash }, { mailHash: hash }],
      acceptedAt: null,
      revokedAt: null,
      expiresAt: { gt: new Date() },
      workspace: { closedAt: null },
    },
    select: { email: true },
  });
  if (!invitation) return refuseGone(hash);
  const { email } = invitation;
  const owner = { email, ...(name !== undefined && { name }), passwordHash: await hashPassword(password) };
  const { user, joined } = await retryingConflicts(() =>
    transaction(async (tx): Promise<{ user: User; joined: Joined | null }> => {
      const made = await insertUser(owner, tx);
      return { user: made, joined: await joinByInvitation(tx, { userId: made.id, via: "session", hash }) };
    }),
  );
  return { user, workspaceId: joined?.workspaceId ?? null, ...(await openSession(user.id, { device })) };
}
