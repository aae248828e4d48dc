import { setPageAttributes } from "#lib/desk/attributes/commands.ts";
import { PutAttributesBody } from "#lib/desk/attributes/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  {
    PUT: endpoint({
      caller: "visitor",
      summary: "Store what the page says about the visitor",
      description:
        "Attributes that are left out stay as they are, and null removes one. The team sees that the page says so. A visitor who hasn't sent a message yet isn't stored, so that's a 404. A visitor has at most 50 attributes of the page.",
      errors: ["not_found", "not_accepted", "conflict"],
      body: PutAttributesBody,
      handler: ({ scope, body }) => setPageAttributes(scope, body.attributes),
    }),
  },
  { cors: "any-origin" },
);
