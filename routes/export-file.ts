import type { OwnerScope } from "#lib/base/access/scopes.ts";
import type { ActivityRow } from "#lib/base/activity/queries.ts";
import { activityPieces } from "#lib/data/exports/activity-file.ts";
import { archiveEntries } from "#lib/data/exports/archive-entries.ts";
import { csvFile } from "#lib/data/exports/csv-file.ts";
import { takeExportSlot } from "#lib/data/exports/export-slots.ts";
import { jsonFile } from "#lib/data/exports/json-file.ts";
import type { Export } from "#lib/data/exports/queries.ts";
import type { ExportFormat, TextFormat } from "#lib/data/exports/schema.ts";
import { toSiteJson } from "#lib/sites/sites/json.ts";
import { Download } from "#platform/http/download.ts";
import type { LimitHit } from "#platform/limits/rules.ts";
import { zipArchive } from "#platform/zip/zip-archive.ts";

const TEXT_MEDIA_TYPES = { json: "application/json", csv: "text/csv; charset=utf-8; header=present" };
const MEDIA_TYPES = { ...TEXT_MEDIA_TYPES, zip: "application/zip" };

/** The media types of exports, and of those without files. */
export const EXPORT_MEDIA_TYPES = Object.values(MEDIA_TYPES);
export const TEXT_EXPORT_MEDIA_TYPES = Object.values(TEXT_MEDIA_TYPES);

/** The limits of an export. */
export const exportLimits = ({ scope }: { scope: OwnerScope }): LimitHit[] => [
  { rule: "exports", key: scope.workspaceId },
];

type Asked = { name: "site" | "visitor"; format: ExportFormat };

/** Returns an export of visitors as a file in the requested format. Throws `rate_limited` if too many are running. */
export const exportFile = (
  scope: OwnerScope,
  { name, format }: Asked,
  begin: () => Promise<Export>,
): Promise<Download> =>
  fileOf(scope, { name, format }, async () => {
    const exported = await begin();
    const { labels, hasNotes, read } = exported;
    if (format === "csv") return csvFile({ hasNotes, batches: read() });
    const site = toSiteJson(scope, exported.site);
    const exportedAt = new Date();
    if (format === "json") return jsonFile(site, exportedAt, { labels, batches: read() });
    return zipArchive(archiveEntries(baseName(name), site, { exportedAt, exported }));
  });

/** Returns the activity log as a file in the requested format. Throws `rate_limited` if too many exports are running. */
export const activityFile = (
  scope: OwnerScope,
  { format }: { format: TextFormat },
  begin: () => Promise<AsyncIterable<ActivityRow[]>>,
): Promise<Download> =>
  fileOf(scope, { name: "activity", format }, async () => activityPieces(format, new Date(), await begin()));

const baseName = (name: Named["name"]) => `site-inbox-${name}`;

type Named = { name: Asked["name"] | "activity"; format: ExportFormat };

async function fileOf(
  { workspaceId }: OwnerScope,
  { name, format }: Named,
  begin: () => Promise<AsyncIterable<string | Uint8Array>>,
): Promise<Download> {
  const leave = takeExportSlot(workspaceId);
  try {
    const pieces = await begin();
    const fileName = `${baseName(name)}.${format}`;
    return new Download({ fileName, mediaType: MEDIA_TYPES[format], onEnd: leave }, pieces);
  } catch (error) {
    leave();
    throw error;
  }
}
