import { resendInvitation } from "#lib/people/invitations/commands.ts";
import { toSentInvitationJson } from "#lib/people/invitations/json.ts";
import { InvitationParams, NewInvitationResponse } from "#lib/people/invitations/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    caller: "owner",
    access: "session",
    role: "admin",
    summary: "Send an invitation again",
    description: "With a new link, for another 48 hours. The links before stop working.",
    errors: ["not_permitted", "conflict"],
    params: InvitationParams,
    response: NewInvitationResponse,
    status: 201,
    limits: ({ scope }) => [{ rule: "invitations", key: scope.userId }],
    handler: async ({ scope, params }) => toSentInvitationJson(await resendInvitation(scope, params.invitationId)),
  }),
});
