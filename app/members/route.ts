import { toMemberJson } from "#lib/team/members/json.ts";
import { listMembers } from "#lib/team/members/queries.ts";
import { MemberListResponse } from "#lib/team/members/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "owner",
    summary: "List the members",
    description:
      "The people of the workspace, in the order they joined. A member with chosen sites sees those who share a site, with the shared sites.",
    response: MemberListResponse,
    handler: async ({ scope }) => ({ members: (await listMembers(scope)).map(toMemberJson(scope)) }),
  }),
});
