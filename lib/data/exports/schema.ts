import { z } from "zod";

export const TextFormat = z.enum(["json", "csv"], "must be json or csv");
export type TextFormat = z.infer<typeof TextFormat>;

export const ExportFormat = z.enum([...TextFormat.options, "zip"], "must be json, csv or zip");
export type ExportFormat = z.infer<typeof ExportFormat>;

export const ActivityExportQuery = z.object({ format: TextFormat.default("json") });

export const ExportQuery = z.object({
  format: ExportFormat.default("json").describe("`zip` contains the JSON, the CSV and the files of messages."),
});
