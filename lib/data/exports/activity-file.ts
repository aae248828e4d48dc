import { toActivityJson } from "../../base/activity/json.ts";
import type { ActivityRow } from "../../base/activity/queries.ts";
import type { ActivityJson } from "../../base/activity/schema.ts";
import { BYTE_ORDER_MARK, csvLine } from "./csv-file.ts";
import type { TextFormat } from "./schema.ts";

const COLUMNS = [
  "id",
  "at",
  "actorId",
  "via",
  "action",
  "siteId",
  "conversationId",
  "targetId",
  "data",
  "actorName",
  "targetName",
  "targetEmail",
] as const;

/** Yields the activity log as a table, or as one JSON object. */
export async function* activityPieces(
  format: TextFormat,
  exportedAt: Date,
  batches: AsyncIterable<ActivityRow[]>,
): AsyncGenerator<string> {
  const isCsv = format === "csv";
  yield isCsv ? BYTE_ORDER_MARK + csvLine([...COLUMNS]) : `{"exportedAt":${JSON.stringify(exportedAt)},"activity":[`;
  let separator = "\n";
  for await (const rows of batches) {
    const entries = rows.map(toActivityJson);
    if (entries.length === 0) continue;
    if (isCsv) yield entries.map(lineOf).join("");
    else yield separator + entries.map((entry) => JSON.stringify(entry)).join(",\n");
    separator = ",\n";
  }
  if (!isCsv) yield "]}\n";
}

const lineOf = ({ data, ...entry }: ActivityJson) =>
  csvLine(COLUMNS.map((name) => (name === "data" ? JSON.stringify(data) : (entry[name] ?? ""))));
