import { z } from "zod";
import { timeZoneName } from "#platform/time-zone.ts";
import { dateTime } from "#platform/timestamp.ts";

/** What a report counts. A filter of the inbox shows the same conversations. */
export const Counted = z.enum(
  ["begun", "waiting", "never_replied", "replied", "rated"],
  "must be begun, waiting, never_replied, replied or rated",
);
export type Counted = z.infer<typeof Counted>;

const DATE = "must be a date such as 2026-11-23";

export const ReportQuery = z.object({
  week: z.iso
    .date(DATE)
    .regex(/^(19[7-9]|2)/, "must be in the years 1970 to 2999")
    .exactOptional()
    .describe("A day of the week, which begins on Monday. By default today.")
    .meta({ examples: ["2026-11-23"] }),
  timeZone: timeZoneName
    .exactOptional()
    .describe("The clock that weeks and hours of the day are of, if the site has no hours. By default UTC."),
});
export type ReportQuery = z.infer<typeof ReportQuery>;

/** The numbers of the conversations that began in a week. */
const WeekNumbers = z.strictObject({
  from: dateTime.meta({ examples: ["2026-11-22T23:00:00.000Z"] }),
  until: dateTime.describe("The moment the next week begins.").meta({ examples: ["2026-11-29T23:00:00.000Z"] }),
  conversations: z.int(),
  neverReplied: z.int().describe("Those without a person's reply that are closed, or silent for a day."),
  replied: z.int().describe("Those with a person's reply, whenever it came."),
  medianReplySeconds: z.int().exactOptional().describe("Half of the first replies took at most this long."),
  slowReplySeconds: z.int().exactOptional().describe("Nine of ten first replies took at most this long."),
  rated: z.int(),
  averageRating: z
    .number()
    .exactOptional()
    .describe("The average of their newest ratings, 1 to 5.")
    .meta({ examples: [4.6] }),
});
export type WeekNumbers = z.infer<typeof WeekNumbers>;

/** How much was written in an hour of the week. */
const BusyHour = z.strictObject({
  day: z.int().describe("1 is Monday."),
  hour: z.int().describe("0 to 23, on the clock of `timeZone`."),
  byVisitors: z.int(),
  byTeam: z.int(),
});
export type BusyHour = z.infer<typeof BusyHour>;

export const ReportJson = z
  .strictObject({
    siteId: z.uuid(),
    week: z.iso
      .date()
      .describe("The week's Monday.")
      .meta({ examples: ["2026-11-23"] }),
    timeZone: z.string(),
    withinHours: z.boolean().describe("Whether replies are timed within the site's hours only, as they are now."),
    current: WeekNumbers.describe("The week."),
    previous: WeekNumbers.describe("The week before."),
    waiting: z
      .strictObject({
        count: z.int(),
        isAtLeast: z.literal(true).exactOptional().describe("Present if there are more, which aren't counted."),
        since: dateTime.exactOptional().describe("Since when the first of them waits."),
      })
      .describe("Conversations with `waitingSince` now, whenever they began."),
    busyHours: z
      .array(BusyHour)
      .describe(
        "When messages of the week's conversations were written. Automatic ones, and hours without any, are left out.",
      ),
    own: z
      .strictObject({
        replies: z.int(),
        conversations: z.int().describe("How many they replied in."),
        firstReplies: z.int().describe("How many they were the first to reply in."),
        medianReplySeconds: z.int().exactOptional().describe("Half of those replies took at most this long."),
      })
      .describe("What the caller did in the week's conversations. Nobody gets someone else's."),
  })
  .meta({ id: "Report" });
export type ReportJson = z.infer<typeof ReportJson>;
export const ReportResponse = z.strictObject({ report: ReportJson });
