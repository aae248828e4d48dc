import { getInvitationLink } from "#lib/people/invitations/commands.ts";
import { InvitationLinkResponse, InvitationParams } from "#lib/people/invitations/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    caller: "owner",
    access: "session",
    role: "admin",
    summary: "Get an invitation's link",
    description: "The link to pass on, which is the same each time. Sending the invitation again replaces it.",
    errors: ["conflict"],
    params: InvitationParams,
    response: InvitationLinkResponse,
    handler: async ({ scope, params }) => ({ link: await getInvitationLink(scope, params.invitationId) }),
  }),
});
