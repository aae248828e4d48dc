import { updateVisitor } from "#lib/desk/visitors/commands.ts";
import { UpdateVisitorBody } from "#lib/desk/visitors/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  {
    PATCH: endpoint({
      caller: "visitor",
      summary: "Store the visitor's name, email or phone number",
      description:
        "Changes the given details, as sending a name or email with a message does. A visitor who hasn't sent a message yet isn't stored, so that's a 404.",
      errors: ["not_found", "not_accepted"],
      body: UpdateVisitorBody,
      handler: ({ scope, body }) => updateVisitor(scope, body),
    }),
  },
  { cors: "any-origin" },
);
