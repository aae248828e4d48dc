import { previewRemoval } from "#lib/team/members/queries.ts";
import { MemberParams, RemovalResponse } from "#lib/team/members/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "owner",
    access: "session",
    role: {
      least: "agent",
      more: [{ when: "it's someone else", if: ({ scope, params }) => params.memberId !== scope.userId, role: "admin" }],
    },
    summary: "Preview a removal",
    description: "What removing the member would do now. Nothing changes.",
    errors: ["not_permitted"],
    params: MemberParams,
    response: RemovalResponse,
    handler: async ({ scope, params }) => ({ removal: await previewRemoval(scope, params.memberId) }),
  }),
});
