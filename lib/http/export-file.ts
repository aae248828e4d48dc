import type { OwnerScope } from "../auth/scopes.ts";
import { csvFile } from "../exports/csv-file.ts";
import { enterExports } from "../exports/export-room.ts";
import { jsonFile } from "../exports/json-file.ts";
import type { Export } from "../exports/queries.ts";
import type { ExportFormat } from "../exports/schema.ts";
import { whileSessionStands } from "../exports/while-session-stands.ts";
import type { Hit } from "../limits/rules.ts";
import { toSiteJson } from "../sites/json.ts";
import { Download } from "./download.ts";

const MEDIA_TYPES = { json: "application/json", csv: "text/csv; charset=utf-8; header=present" };

/** The kinds of file that an export may be. */
export const EXPORT_MEDIA_TYPES = Object.values(MEDIA_TYPES);

type Asked = { name: "site" | "visitor"; format: ExportFormat };

/** What an export counts towards. */
export const exportLimits = ({ scope }: { scope: OwnerScope }): Hit[] => [{ rule: "exports", key: scope.workspaceId }];

/** An export as a file in the format that was asked for. Throws `rate_limited` where too many are running. */
export async function exportFile(
  scope: OwnerScope,
  { name, format }: Asked,
  begin: () => Promise<Export>,
): Promise<Download> {
  const leave = enterExports(scope.workspaceId);
  try {
    const { site, batches } = await begin();
    const checked = whileSessionStands(scope, batches);
    const pieces = format === "csv" ? csvFile(checked) : jsonFile(toSiteJson(scope, site), new Date(), checked);
    const fileName = `site-inbox-${name}.${format}`;
    return new Download({ fileName, mediaType: MEDIA_TYPES[format], onEnd: leave }, pieces);
  } catch (error) {
    leave();
    throw error;
  }
}
