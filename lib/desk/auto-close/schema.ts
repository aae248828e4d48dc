import { z } from "zod";
import { wholeNumber } from "#platform/query-parameter.ts";

const DAYS_MAX = 365;
const DAYS_DEFAULT = 7;

export const AutoCloseQuery = z.object({
  days: wholeNumber(1, DAYS_MAX).default(DAYS_DEFAULT).describe("As `autoCloseDays` of the site."),
  spares: z
    .string()
    .regex(/^((starred|noted)(,(?!$)|$)){0,2}$/, "must be starred, noted, or both with a comma")
    .transform((names) => names.split(",").filter((name) => name !== ""))
    .default([])
    .describe("As `autoCloseSpares`: `starred`, `noted`, or both with a comma. Omit for none."),
});
export type AutoCloseQuery = z.infer<typeof AutoCloseQuery>;

export const AutoCloseResponse = z.strictObject({
  wouldClose: z
    .strictObject({
      all: z.int().describe("With `autoCloseEarlier`."),
      sinceTurnedOn: z.int().describe("Without it. 0 if the site closes none yet."),
    })
    .describe("How many conversations would be closed now, up to 1,000 each."),
});
export type AutoCloseResponse = z.infer<typeof AutoCloseResponse>;
