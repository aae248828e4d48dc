import type { OwnerScope } from "#lib/access/scopes.ts";
import type { ActivityRow } from "#lib/activity/queries.ts";
import { activityPieces } from "#lib/exports/activity-file.ts";
import { csvFile } from "#lib/exports/csv-file.ts";
import { takeExportSlot } from "#lib/exports/export-slots.ts";
import { jsonFile } from "#lib/exports/json-file.ts";
import type { Export } from "#lib/exports/queries.ts";
import type { ExportFormat } from "#lib/exports/schema.ts";
import { toSiteJson } from "#lib/sites/json.ts";
import { Download } from "#platform/http/download.ts";
import type { Hit } from "#platform/limits/rules.ts";

const MEDIA_TYPES = { json: "application/json", csv: "text/csv; charset=utf-8; header=present" };

/** The media types of exports. */
export const EXPORT_MEDIA_TYPES = Object.values(MEDIA_TYPES);

/** The limits of an export. */
export const exportLimits = ({ scope }: { scope: OwnerScope }): Hit[] => [{ rule: "exports", key: scope.workspaceId }];

type Asked = { name: "site" | "visitor"; format: ExportFormat };

/** Returns an export of visitors as a file in the requested format. Throws `rate_limited` if too many are running. */
export const exportFile = (
  scope: OwnerScope,
  { name, format }: Asked,
  begin: () => Promise<Export>,
): Promise<Download> =>
  fileOf(scope, { name, format }, async () => {
    const { site, ...exported } = await begin();
    return format === "csv" ? csvFile(exported) : jsonFile(toSiteJson(scope, site), new Date(), exported);
  });

/** Returns the activity log as a file in the requested format. Throws `rate_limited` if too many exports are running. */
export const activityFile = (
  scope: OwnerScope,
  { format }: { format: ExportFormat },
  begin: () => Promise<AsyncIterable<ActivityRow[]>>,
): Promise<Download> =>
  fileOf(scope, { name: "activity", format }, async () => activityPieces(format, new Date(), await begin()));

type Named = { name: Asked["name"] | "activity"; format: ExportFormat };

async function fileOf(
  { workspaceId }: OwnerScope,
  { name, format }: Named,
  begin: () => Promise<AsyncIterable<string>>,
): Promise<Download> {
  const leave = takeExportSlot(workspaceId);
  try {
    const pieces = await begin();
    const fileName = `site-inbox-${name}.${format}`;
    return new Download({ fileName, mediaType: MEDIA_TYPES[format], onEnd: leave }, pieces);
  } catch (error) {
    leave();
    throw error;
  }
}
