import { previewInvitation } from "#lib/people/invitations/find-invitation.system.ts";
import { toPreviewJson } from "#lib/people/invitations/json.ts";
import { InvitationPreviewResponse, InvitationTokenBody } from "#lib/people/invitations/schema.ts";
import { hashOfInvitation } from "#platform/crypto/invitation-token.ts";
import { addressHits } from "#platform/limits/keys.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    caller: "anyone",
    summary: "Preview an invitation",
    description: "What an invitation's link is for. The token is the part after the # of the link. Nothing changes.",
    errors: ["link_gone"],
    body: InvitationTokenBody,
    response: InvitationPreviewResponse,
    limits: ({ clientAddress }) => addressHits("mail-links", clientAddress),
    handler: async ({ body }) => ({ invitation: toPreviewJson(await previewInvitation(hashOfInvitation(body.token))) }),
  }),
});
