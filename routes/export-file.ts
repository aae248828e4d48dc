import type { OwnerScope } from "#lib/access/scopes.ts";
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

type Asked = { name: "site" | "visitor"; format: ExportFormat };

/** The limits of an export. */
export const exportLimits = ({ scope }: { scope: OwnerScope }): Hit[] => [{ rule: "exports", key: scope.workspaceId }];

/** Returns an export as a file in the requested format. Throws `rate_limited` if too many are running. */
export async function exportFile(
  scope: OwnerScope,
  { name, format }: Asked,
  begin: () => Promise<Export>,
): Promise<Download> {
  const leave = takeExportSlot(scope.workspaceId);
  try {
    const { site, ...exported } = await begin();
    const pieces =
      format === "csv" ? csvFile(exported.batches) : jsonFile(toSiteJson(scope, site), new Date(), exported);
    const fileName = `site-inbox-${name}.${format}`;
    return new Download({ fileName, mediaType: MEDIA_TYPES[format], onEnd: leave }, pieces);
  } catch (error) {
    leave();
    throw error;
  }
}
