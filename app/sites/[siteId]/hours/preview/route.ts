import { previewHours } from "#lib/sites/hours/json.ts";
import { getHours } from "#lib/sites/hours/queries.ts";
import { PreviewHoursBody, PreviewHoursResponse } from "#lib/sites/hours/schema.ts";
import { SiteParams } from "#lib/sites/sites/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    caller: "owner",
    access: "read",
    summary: "Preview hours",
    description:
      "What unsaved hours would mean: seven days as they'll be, and whether the site would be open. Stores nothing.",
    params: SiteParams,
    body: PreviewHoursBody,
    response: PreviewHoursResponse,
    handler: async ({ scope, params, body }) => {
      await getHours(scope, params.siteId);
      return previewHours(body);
    },
  }),
});
