import { replaceCardSecret } from "#lib/desk/cards/commands.ts";
import { toNewSiteCardJson } from "#lib/desk/cards/json.ts";
import { NewSiteCardResponse } from "#lib/desk/cards/schema.ts";
import { SiteParams } from "#lib/sites/sites/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    caller: "owner",
    access: "manage",
    role: "admin",
    summary: "Replace the secret of a site’s card",
    description: "The new secret is returned only in this response. The previous one doesn't sign from then on.",
    params: SiteParams,
    response: NewSiteCardResponse,
    status: 201,
    handler: async ({ scope, params }) => toNewSiteCardJson(await replaceCardSecret(scope, params.siteId)),
  }),
});
