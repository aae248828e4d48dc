import { removeMember, updateMember } from "#lib/team/members/commands.ts";
import { toMemberJson } from "#lib/team/members/json.ts";
import { MemberParams, MemberResponse, UpdateMemberBody } from "#lib/team/members/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: endpoint({
    caller: "owner",
    access: "session",
    role: "admin",
    summary: "Change a member's role or sites, or suspend them",
    description:
      "Takes effect with their next request and, in open streams, within a second. What they lose access to is taken away with it: their open conversations become unassigned, and their pending invitations are revoked if they couldn't send them now. Suspending pauses their API keys. Only an owner may change an owner, and no one gives access they don't have.",
    errors: ["not_permitted", "last_owner", "conflict"],
    params: MemberParams,
    body: UpdateMemberBody,
    response: MemberResponse,
    handler: async ({ scope, params, body }) => ({
      member: toMemberJson(scope)(await updateMember(scope, params.memberId, body)),
    }),
  }),
  DELETE: endpoint({
    caller: "owner",
    access: "session",
    role: {
      least: "agent",
      more: [{ when: "it's someone else", if: ({ scope, params }) => params.memberId !== scope.userId, role: "admin" }],
    },
    summary: "Remove a member, or leave",
    description:
      "Their open conversations become unassigned, their API keys and own saved replies of this workspace are deleted, and the invitations they sent are revoked. If it was their last workspace, they're logged out. Their name stays on their messages.",
    errors: ["not_permitted", "last_owner"],
    params: MemberParams,
    handler: ({ scope, params }) => removeMember(scope, params.memberId),
  }),
});
