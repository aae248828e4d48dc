import { updateMembership } from "#lib/team/members/commands.ts";
import { toMembershipJson } from "#lib/team/members/json.ts";
import { getMembership } from "#lib/team/members/queries.ts";
import { MembershipResponse, UpdateMembershipBody } from "#lib/team/members/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "owner",
    summary: "Get your settings in this workspace",
    description: "The name visitors see, what you're notified about, and when you're available.",
    response: MembershipResponse,
    handler: async ({ scope }) => ({ membership: toMembershipJson(await getMembership(scope)) }),
  }),
  PATCH: endpoint({
    caller: "owner",
    summary: "Change your settings in this workspace",
    description: "Missing fields stay as they are.",
    body: UpdateMembershipBody,
    response: MembershipResponse,
    handler: async ({ scope, body }) => ({ membership: toMembershipJson(await updateMembership(scope, body)) }),
  }),
});
