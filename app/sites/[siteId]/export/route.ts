import { exportSite } from "#lib/exports/queries.ts";
import { ExportQuery } from "#lib/exports/schema.ts";
import { SiteParams } from "#lib/sites/schema.ts";
import { EXPORT_MEDIA_TYPES, exportFile, exportLimits } from "#routes/export-file.ts";
import { download, route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: download({
    caller: "owner",
    access: "manage",
    summary: "Export a site",
    description:
      "Everything of the site as one file, made while it is sent. One that breaks off is cut, so that nobody takes a part for the whole.",
    params: SiteParams,
    query: ExportQuery,
    mediaTypes: EXPORT_MEDIA_TYPES,
    limits: exportLimits,
    handler: ({ scope, params, query }) =>
      exportFile(scope, { name: "site", ...query }, () => exportSite(scope, params.siteId)),
  }),
});
