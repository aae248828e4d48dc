import { endpoint, route } from "#lib/http/route.ts";
import { eraseVisitor } from "#lib/visitors/commands.ts";
import { VisitorParams } from "#lib/visitors/schema.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  DELETE: endpoint({
    caller: "owner",
    params: VisitorParams,
    run: ({ scope, params }) => eraseVisitor(scope, params.visitorId),
  }),
});
