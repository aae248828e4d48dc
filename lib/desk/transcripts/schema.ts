import { z } from "zod";
import { oneLine } from "#platform/text.ts";

export const TranscriptQuery = z.object({
  language: oneLine(35).exactOptional().describe("One of the widget's languages. Any other is English."),
  timeZone: oneLine(64).exactOptional().describe("A name from the time zone database. Any other is UTC."),
});
export type TranscriptQuery = z.infer<typeof TranscriptQuery>;

export const SentTranscript = z.strictObject({
  sentTo: z
    .enum(["confirmed", "confirmation"])
    .describe(
      "`confirmed`: the conversation is on its way. `confirmation`: first, the visitor has to use the link that's emailed to their address.",
    ),
});
export type SentTranscript = z.infer<typeof SentTranscript>;

export const TranscriptLinkBody = z.object({
  token: z
    .string()
    .min(1, "must not be empty")
    .max(500)
    .describe("The part after the # of the link in the email that confirms an address."),
});
