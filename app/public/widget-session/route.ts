import { openWidgetSession } from "#gate/widget-session.ts";
import { WidgetSessionResponse } from "#lib/conversations/schema.ts";
import { WidgetSessionBody } from "#lib/visitors/schema.ts";
import { addressHits, publicKeyKey } from "#platform/limits/keys.ts";
import { endpoint, route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  {
    POST: endpoint({
      caller: "anyone",
      summary: "Open a widget session",
      description:
        "Begins or renews what a visitor's browser needs to write. Without `visitorToken` it is a new visitor, of whom nothing is kept until they write.",
      errors: ["not_found", "origin_not_allowed", "visitor_mismatch", "not_accepted"],
      body: WidgetSessionBody,
      response: WidgetSessionResponse,
      status: 201,
      limits: ({ body, clientAddress }) => [
        { rule: "site", key: publicKeyKey(body.siteKey) },
        ...addressHits("site-address", clientAddress, publicKeyKey(body.siteKey)),
      ],
      handler: ({ body, request, clientAddress }) =>
        openWidgetSession(body, request.headers.get("origin"), clientAddress),
    }),
  },
  { cors: "any-origin" },
);
