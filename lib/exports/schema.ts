import { z } from "zod";

export const ExportFormat = z.enum(["json", "csv"], "must be json or csv");
export type ExportFormat = z.infer<typeof ExportFormat>;

export const ExportQuery = z.object({ format: ExportFormat.default("json") });
