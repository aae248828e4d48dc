import { exportActivity } from "#lib/data/exports/queries.ts";
import { ActivityExportQuery } from "#lib/data/exports/schema.ts";
import { download } from "#routes/endpoint.ts";
import { activityFile, exportLimits, TEXT_EXPORT_MEDIA_TYPES } from "#routes/export-file.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: download({
    caller: "owner",
    access: "manage",
    role: { least: "admin", allSites: true },
    summary: "Export the activity",
    description: "The whole log in one file, newest first. If that fails, the connection is cut.",
    query: ActivityExportQuery,
    mediaTypes: TEXT_EXPORT_MEDIA_TYPES,
    limits: exportLimits,
    handler: ({ scope, query }) => activityFile(scope, query, () => exportActivity(scope)),
  }),
});
