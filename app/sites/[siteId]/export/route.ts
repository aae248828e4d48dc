import { exportSite } from "#lib/exports/queries.ts";
import { ExportQuery } from "#lib/exports/schema.ts";
import { exportFile, exportLimits } from "#lib/http/export-file.ts";
import { download, route } from "#lib/http/route.ts";
import { SiteParams } from "#lib/sites/schema.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: download({
    caller: "owner",
    params: SiteParams,
    query: ExportQuery,
    limits: exportLimits,
    run: ({ scope, params, query }) =>
      exportFile(scope, { name: "site", ...query }, () => exportSite(scope, params.siteId)),
  }),
});
