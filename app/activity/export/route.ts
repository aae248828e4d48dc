import { exportActivity } from "#lib/exports/queries.ts";
import { ExportQuery } from "#lib/exports/schema.ts";
import { download } from "#routes/endpoint.ts";
import { activityFile, EXPORT_MEDIA_TYPES, exportLimits } from "#routes/export-file.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: download({
    caller: "owner",
    access: "manage",
    role: { least: "admin", allSites: true },
    summary: "Export the activity",
    description: "The whole log in one file, newest first. If that fails, the connection is cut.",
    query: ExportQuery,
    mediaTypes: EXPORT_MEDIA_TYPES,
    limits: exportLimits,
    handler: ({ scope, query }) => activityFile(scope, query, () => exportActivity(scope)),
  }),
});
