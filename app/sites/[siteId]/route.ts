import { requireAccess } from "#lib/base/access/scopes.ts";
import { deleteSite, updateSite } from "#lib/sites/sites/commands.ts";
import { toSiteJson } from "#lib/sites/sites/json.ts";
import { getSite } from "#lib/sites/sites/queries.ts";
import { SiteParams, SiteResponse, UpdateSiteBody } from "#lib/sites/sites/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

/** What deletes or closes conversations, also earlier ones. */
const MANAGED = ["retentionDays", "autoCloseDays", "autoCloseEarlier"] as const;

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "owner",
    summary: "Get a site",
    description: "The site with its settings and its public key.",
    params: SiteParams,
    response: SiteResponse,
    handler: async ({ scope, params }) => ({ site: toSiteJson(scope, await getSite(scope, params.siteId)) }),
  }),
  PATCH: endpoint({
    caller: "owner",
    role: "admin",
    summary: "Change a site",
    description:
      "Fields that are left out stay as they are. An API key needs the scope `manage` to set `retentionDays`, `autoCloseDays` or `autoCloseEarlier`. Setting the mode to `round_robin` is a `conflict` if the workspace has never had a second member.",
    params: SiteParams,
    body: UpdateSiteBody,
    errors: ["conflict"],
    response: SiteResponse,
    handler: async ({ scope, params, body }) => {
      if (MANAGED.some((field) => body[field] !== undefined)) requireAccess(scope, "manage");
      return { site: toSiteJson(scope, await updateSite(scope, params.siteId, body)) };
    },
  }),
  DELETE: endpoint({
    caller: "owner",
    access: "manage",
    role: "owner",
    summary: "Delete a site",
    description: "Deletes its conversations, messages and visitors too. This can't be undone.",
    params: SiteParams,
    handler: ({ scope, params }) => deleteSite(scope, params.siteId),
  }),
});
