import { exportSite } from "#lib/data/exports/queries.ts";
import { ExportQuery } from "#lib/data/exports/schema.ts";
import { SiteParams } from "#lib/sites/sites/schema.ts";
import { download } from "#routes/endpoint.ts";
import { EXPORT_MEDIA_TYPES, exportFile, exportLimits } from "#routes/export-file.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: download({
    caller: "owner",
    access: "manage",
    role: "admin",
    summary: "Export a site",
    description:
      "Everything about the site in one file. `zip` includes the files of messages. It's generated while it's sent. If that fails, the connection is cut, so a partial file isn't mistaken for a complete one.",
    params: SiteParams,
    query: ExportQuery,
    mediaTypes: EXPORT_MEDIA_TYPES,
    limits: exportLimits,
    handler: ({ scope, params, query }) =>
      exportFile(scope, { name: "site", ...query }, () => exportSite(scope, params.siteId)),
  }),
});
