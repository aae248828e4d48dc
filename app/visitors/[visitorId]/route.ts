import { eraseVisitor } from "#lib/erasure/erase-visitor.ts";
import { VisitorParams } from "#lib/visitors/schema.ts";
import { endpoint, route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  DELETE: endpoint({
    caller: "owner",
    access: "manage",
    summary: "Erase a visitor",
    description: "With everything that they wrote, in all their conversations. There is no way back.",
    params: VisitorParams,
    handler: ({ scope, params }) => eraseVisitor(scope, params.visitorId),
  }),
});
