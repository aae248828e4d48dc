import { createSite } from "#lib/sites/commands.ts";
import { toSiteJson } from "#lib/sites/json.ts";
import { listSites } from "#lib/sites/queries.ts";
import { CreateSiteBody, SiteAnswer, SiteListAnswer } from "#lib/sites/schema.ts";
import { endpoint, route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "owner",
    summary: "List the sites",
    answer: SiteListAnswer,
    run: async ({ scope }) => ({ sites: (await listSites(scope)).map((site) => toSiteJson(scope, site)) }),
  }),
  POST: endpoint({
    caller: "owner",
    summary: "Make a site",
    errors: ["conflict"],
    body: CreateSiteBody,
    answer: SiteAnswer,
    status: 201,
    run: async ({ scope, body }) => ({ site: toSiteJson(scope, await createSite(scope, body)) }),
  }),
});
