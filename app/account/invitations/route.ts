import { acceptInvitation } from "#lib/people/invitations/commands.ts";
import { toReceivedInvitationJson } from "#lib/people/invitations/json.ts";
import { listReceivedInvitations } from "#lib/people/invitations/queries.ts";
import {
  AcceptedInvitationResponse,
  AcceptInvitationBody,
  ReceivedInvitationListResponse,
} from "#lib/people/invitations/schema.ts";
import { toWorkspaceJson } from "#lib/people/workspaces/json.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "person",
    access: "session",
    summary: "List the invitations to you",
    description: "The open invitations to your account's email address. The list is empty until you've confirmed it.",
    response: ReceivedInvitationListResponse,
    handler: async ({ scope }) => ({
      invitations: (await listReceivedInvitations(scope)).map(toReceivedInvitationJson),
    }),
  }),
  POST: endpoint({
    caller: "person",
    access: "session",
    summary: "Accept an invitation",
    description:
      "Joins the workspace, by the token of a link or the id of an invitation to your confirmed address. The invitation has to be for your account's email address. If the link wasn't emailed and the service can send email, an unconfirmed address gets an email, and confirming it joins the workspace.",
    errors: ["not_found", "not_accepted", "not_permitted", "conflict", "link_gone"],
    body: AcceptInvitationBody,
    response: AcceptedInvitationResponse,
    handler: async ({ scope, body }) => ({ workspace: toWorkspaceJson(await acceptInvitation(scope, body)) }),
  }),
});
