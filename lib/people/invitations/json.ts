import type { z } from "zod";
import type { SentInvitation } from "./commands.ts";
import type { InvitationPreview } from "./find-invitation.system.ts";
import type { ReceivedInvitation } from "./queries.ts";
import type {
  InvitationJson,
  InvitationPreviewResponse,
  NewInvitationResponse,
  ReceivedInvitationJson,
} from "./schema.ts";
import type { InvitationRow } from "./statements.ts";

export const toInvitationJson = ({ id, email, role, siteIds, invitedBy, ...row }: InvitationRow): InvitationJson => ({
  id,
  email,
  role,
  ...(siteIds !== null && { siteIds }),
  invitedBy,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  emailed: row.isEmailed,
});

export const toSentInvitationJson = ({ invitation, link }: SentInvitation): z.infer<typeof NewInvitationResponse> => ({
  invitation: toInvitationJson(invitation),
  link,
  emailed: invitation.isEmailed,
});

export const toReceivedInvitationJson = ({
  invitedBy,
  expiresAt,
  ...invitation
}: ReceivedInvitation): ReceivedInvitationJson => ({
  ...invitation,
  ...(invitedBy !== null && { invitedBy }),
  expiresAt: expiresAt.toISOString(),
});

export const toPreviewJson = ({
  siteNames,
  invitedBy,
  expiresAt,
  isProof,
  ...preview
}: InvitationPreview): z.infer<typeof InvitationPreviewResponse>["invitation"] => ({
  ...preview,
  ...(siteNames !== null && { siteNames }),
  ...(invitedBy !== null && { invitedBy }),
  expiresAt: expiresAt.toISOString(),
  proves: isProof,
});
