import { eraseVisitor } from "#lib/data/erasure/erase-visitor.ts";
import { EraseVisitorQuery, VisitorParams } from "#lib/desk/visitors/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  DELETE: endpoint({
    caller: "owner",
    access: "manage",
    role: "admin",
    summary: "Erase a visitor",
    description:
      "Deletes everything they sent, in all their conversations. If the team merged them with other visitors, those are the same person and are erased too: `visitorCount` of `GET /people/{visitorId}` says how many they are, and with it as `visitors`, the response is `conflict` if someone was merged meanwhile. This can't be undone.",
    errors: ["conflict"],
    params: VisitorParams,
    query: EraseVisitorQuery,
    handler: ({ scope, params, query }) => eraseVisitor(scope, params.visitorId, query),
  }),
});
