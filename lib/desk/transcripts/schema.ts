import { z } from "zod";
import { oneLine } from "#platform/text.ts";

export const TranscriptQuery = z.object({
  language: oneLine(35).exactOptional().describe("One of the widget's languages. Any other is English."),
  timeZone: oneLine(64).exactOptional().describe("A name from the time zone database. Any other is UTC."),
});
export type TranscriptQuery = z.infer<typeof TranscriptQuery>;
