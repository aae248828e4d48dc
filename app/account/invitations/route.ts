import { acceptInvitation } from "#lib/invitations/commands.ts";
import { AcceptedInvitationResponse, InvitationTokenBody } from "#lib/invitations/schema.ts";
import { toWorkspaceJson } from "#lib/workspaces/json.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    caller: "person",
    access: "session",
    summary: "Accept an invitation",
    description:
      "Joins the workspace. The invitation has to be for your account's email address, which has to be confirmed if the link wasn't emailed and the service can send email.",
    errors: ["not_accepted", "not_permitted", "conflict", "link_gone"],
    body: InvitationTokenBody,
    response: AcceptedInvitationResponse,
    handler: async ({ scope, body }) => ({ workspace: toWorkspaceJson(await acceptInvitation(scope, body.token)) }),
  }),
});
