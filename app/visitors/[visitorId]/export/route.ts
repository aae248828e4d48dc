import { exportVisitor } from "#lib/data/exports/queries.ts";
import { ExportQuery } from "#lib/data/exports/schema.ts";
import { VisitorParams } from "#lib/desk/visitors/schema.ts";
import { download } from "#routes/endpoint.ts";
import { EXPORT_MEDIA_TYPES, exportFile, exportLimits } from "#routes/export-file.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: download({
    caller: "owner",
    access: "manage",
    role: "admin",
    summary: "Export a visitor",
    description: "Everything stored about one visitor in one file. `zip` includes the files of their messages.",
    params: VisitorParams,
    query: ExportQuery,
    mediaTypes: EXPORT_MEDIA_TYPES,
    limits: exportLimits,
    handler: ({ scope, params, query }) =>
      exportFile(scope, { name: "visitor", ...query }, () => exportVisitor(scope, params.visitorId)),
  }),
});
