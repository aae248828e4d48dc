import { invitationToken } from "#platform/crypto/invitation-token.ts";
import { env } from "#platform/env.ts";
import { findInvitation } from "../queries/invitation.system.ts";
import type { MailEnd } from "../queries/mail-row.system.ts";
import { invitationMail } from "../templates/account.ts";
import type { Decision } from "./decision.ts";

/** Decides whether to email an invitation: it may have been used, revoked or sent again meanwhile. */
export async function decideInvitation(mailId: string, finish: (end: MailEnd) => Promise<unknown>): Promise<Decision> {
  const invitation = await findInvitation(mailId);
  if (!invitation) return { skip: "The invitation is no longer valid.", finish };
  const url = `${env().BASE_URL}/invite#${invitationToken(invitation.linkId, "mail")}`;
  return { mail: { ...invitationMail({ ...invitation, url }), id: mailId, to: invitation.email }, finish };
}
