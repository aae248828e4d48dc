import { testCard } from "#lib/desk/cards/get-card.ts";
import { CardResponse } from "#lib/desk/cards/schema.ts";
import { SiteParams } from "#lib/sites/sites/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    caller: "owner",
    role: "admin",
    summary: "Test a site’s card",
    description:
      "Asks your server about the visitor who came last, or a made-up one if there's none, and shows what comes of it. It's the same request as for a conversation.",
    params: SiteParams,
    response: CardResponse,
    limits: ({ scope, params }) => [{ rule: "test", key: `${scope.workspaceId}/card/${params.siteId}` }],
    handler: ({ scope, params }) => testCard(scope, params.siteId),
  }),
});
