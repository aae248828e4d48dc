import { createSite } from "#lib/sites/sites/commands.ts";
import { toSiteJson } from "#lib/sites/sites/json.ts";
import { listSites } from "#lib/sites/sites/queries.ts";
import { CreateSiteBody, SiteListResponse, SiteResponse } from "#lib/sites/sites/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "owner",
    summary: "List the sites",
    description: "All sites of the workspace, oldest first.",
    response: SiteListResponse,
    handler: async ({ scope }) => ({ sites: (await listSites(scope)).map((site) => toSiteJson(scope, site)) }),
  }),
  POST: endpoint({
    caller: "owner",
    role: { least: "admin", allSites: true },
    summary: "Create a site",
    description: "Only `name` is required. A workspace may have 1,000 sites; one more is a `conflict`.",
    errors: ["conflict"],
    body: CreateSiteBody,
    response: SiteResponse,
    status: 201,
    handler: async ({ scope, body }) => ({ site: toSiteJson(scope, await createSite(scope, body)) }),
  }),
});
