import { deleteCard, putCard } from "#lib/desk/cards/commands.ts";
import { toNewSiteCardJson, toSiteCardJson } from "#lib/desk/cards/json.ts";
import { getSiteCard } from "#lib/desk/cards/queries.ts";
import { NewSiteCardResponse, PutCardBody, SiteCardResponse } from "#lib/desk/cards/schema.ts";
import { SiteParams } from "#lib/sites/sites/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "owner",
    access: "manage",
    role: "admin",
    summary: "Get where a site’s card comes from",
    description: "Without the secret.",
    params: SiteParams,
    response: SiteCardResponse,
    handler: async ({ scope, params }) => {
      const card = await getSiteCard(scope, params.siteId);
      return card ? { card: toSiteCardJson(card) } : {};
    },
  }),
  PUT: endpoint({
    caller: "owner",
    access: "manage",
    role: "admin",
    summary: "Set where a site’s card comes from",
    description:
      "Your server is asked there about visitors, with a signature as webhooks have it. The secret is created with the first address, and returned only in that response.",
    params: SiteParams,
    body: PutCardBody,
    response: NewSiteCardResponse,
    handler: async ({ scope, params, body }) => toNewSiteCardJson(await putCard(scope, params.siteId, body.url)),
  }),
  DELETE: endpoint({
    caller: "owner",
    access: "manage",
    role: "admin",
    summary: "Remove a site’s card",
    description: "With its secret. Nothing is asked of your server from then on.",
    params: SiteParams,
    handler: ({ scope, params }) => deleteCard(scope, params.siteId),
  }),
});
