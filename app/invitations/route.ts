import { createInvitation } from "#lib/people/invitations/commands.ts";
import { toInvitationJson, toSentInvitationJson } from "#lib/people/invitations/json.ts";
import { listInvitations } from "#lib/people/invitations/queries.ts";
import { CreateInvitationBody, InvitationListResponse, NewInvitationResponse } from "#lib/people/invitations/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "owner",
    access: "session",
    role: "admin",
    summary: "List the pending invitations",
    description: "Those that you could send yourself, newest first, expired ones included.",
    response: InvitationListResponse,
    handler: async ({ scope }) => ({ invitations: (await listInvitations(scope)).map(toInvitationJson) }),
  }),
  POST: endpoint({
    caller: "owner",
    access: "session",
    role: "admin",
    summary: "Invite someone",
    description:
      "The invitation works once, for 48 hours, and only for this email address. It's emailed if the service can send email and your own address is confirmed; its link can be passed on either way. A pending invitation of the same address is replaced. A workspace may have 200 members and 100 pending invitations.",
    errors: ["not_permitted", "conflict"],
    body: CreateInvitationBody,
    response: NewInvitationResponse,
    status: 201,
    limits: ({ scope }) => [{ rule: "invitations", key: scope.userId }],
    handler: async ({ scope, body }) => toSentInvitationJson(await createInvitation(scope, body)),
  }),
});
