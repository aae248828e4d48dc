import type { OwnerScope } from "../auth/scopes.ts";
import { csvFile } from "../exports/csv-file.ts";
import { jsonFile } from "../exports/json-file.ts";
import type { Export } from "../exports/queries.ts";
import type { ExportFormat } from "../exports/schema.ts";
import { toSiteJson } from "../sites/json.ts";
import { Download } from "./download.ts";

const MEDIA_TYPES = { json: "application/json", csv: "text/csv; charset=utf-8; header=present" };

/** An export as a file in the format that was asked for. */
export function exportFile(
  scope: OwnerScope,
  { site, batches }: Export,
  { name, format }: { name: "site" | "visitor"; format: ExportFormat },
): Download {
  const pieces = format === "csv" ? csvFile(batches) : jsonFile(toSiteJson(scope, site), new Date(), batches);
  return new Download({ fileName: `site-inbox-${name}.${format}`, mediaType: MEDIA_TYPES[format] }, pieces);
}
