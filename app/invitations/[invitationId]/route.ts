import { revokeInvitation } from "#lib/people/invitations/commands.ts";
import { InvitationParams } from "#lib/people/invitations/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  DELETE: endpoint({
    caller: "owner",
    access: "session",
    role: "admin",
    summary: "Revoke an invitation",
    description: "Its links stop working immediately.",
    params: InvitationParams,
    handler: ({ scope, params }) => revokeInvitation(scope, params.invitationId),
  }),
});
