import { eraseVisitor } from "#lib/data/erasure/erase-visitor.ts";
import { VisitorParams } from "#lib/desk/visitors/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  DELETE: endpoint({
    caller: "owner",
    access: "manage",
    role: "admin",
    summary: "Erase a visitor",
    description: "Deletes everything they sent, in all their conversations. This can't be undone.",
    params: VisitorParams,
    handler: ({ scope, params }) => eraseVisitor(scope, params.visitorId),
  }),
});
