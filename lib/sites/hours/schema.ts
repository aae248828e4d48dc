import { z } from "zod";
import { oneLine } from "#platform/text.ts";
import { timeZoneName } from "#platform/time-zone.ts";
import { dateTime } from "#platform/timestamp.ts";

const DAY_MINUTES = 1_440;
const WINDOWS_MAX = 42;
const EXCEPTIONS_MAX = 100;
const EXCEPTION_WINDOWS_MAX = 6;
const NAME_MAX = 60;

const MINUTE = "must be a minute of the day";
const DAY = "must be 1 to 7";
const DATE = "must be a date such as 2026-12-25";
const LOCAL_TIME = "must be a date and time such as 2027-01-04T09:00";
const YEARS = "must be in the years 1970 to 2999";

/** Other years lead to times that ISO strings of four-digit years can't have. */
const isComputed = (local: string) => /^(19[7-9]|2)/.test(local);

const date = z.iso
  .date(DATE)
  .refine(isComputed, YEARS)
  .meta({ examples: ["2026-12-25"] });
const times = {
  from: z
    .int(MINUTE)
    .min(0, MINUTE)
    .max(DAY_MINUTES - 1, MINUTE)
    .describe("Minutes since midnight, on the clock of the time zone."),
  until: z
    .int(MINUTE)
    .min(1, MINUTE)
    .max(DAY_MINUTES, MINUTE)
    .describe("The same. On the next day if it isn't after `from`."),
};

/** A part of a day, in minutes on the zone's clock. */
export const DayWindow = z.strictObject(times);
export type DayWindow = z.infer<typeof DayWindow>;

const Exception = z
  .strictObject({
    from: date.describe("The first day."),
    to: date.describe("The last day."),
    name: oneLine(NAME_MAX)
      .exactOptional()
      .meta({ examples: ["Christmas"] }),
    windows: z
      .array(DayWindow)
      .max(EXCEPTION_WINDOWS_MAX, `must be at most ${EXCEPTION_WINDOWS_MAX} times`)
      .describe("The hours of each of these days. None: closed."),
  })
  .refine(({ from, to }) => from <= to, { path: ["to"], error: "must not be before `from`" })
  .describe("Days with hours of their own, such as holidays, from their first moment to their last.");

const apart = (exceptions: { from: string; to: string }[]) => {
  const sorted = exceptions.toSorted((a, b) => (a.from < b.from ? -1 : 1));
  return sorted.every(({ to }, at) => sorted.slice(at + 1, at + 2).every(({ from }) => to < from));
};

/** When someone is there, by the rules of a time zone. */
export const Hours = z.strictObject({
  timeZone: timeZoneName,
  windows: z
    .array(z.strictObject({ day: z.int(DAY).min(1, DAY).max(7, DAY).describe("1 is Monday."), ...times }))
    .max(WINDOWS_MAX, `must be at most ${WINDOWS_MAX} times`)
    .describe("The hours of a week. A window belongs to the day it begins on."),
  exceptions: z
    .array(Exception)
    .max(EXCEPTIONS_MAX, `must be at most ${EXCEPTIONS_MAX}`)
    .refine(apart, "must not share a day")
    .default([]),
});
export type Hours = z.infer<typeof Hours>;
export type HoursException = Hours["exceptions"][number];

const localTime = z.iso
  .datetime({ local: true, precision: -1, error: LOCAL_TIME })
  .regex(/^[^Z]*$/, LOCAL_TIME)
  .refine(isComputed, YEARS)
  .meta({ examples: ["2027-01-04T09:00"] });

export const PutHoursBody = z.object({
  ...Hours.shape,
  closedUntil: localTime
    .nullable()
    .default(null)
    .describe(
      "Closed from now until this time on the zone's clock, whatever the hours. One that has passed is ignored.",
    ),
});
export type PutHoursBody = z.infer<typeof PutHoursBody>;

export const PreviewHoursBody = PutHoursBody.extend({
  at: localTime.exactOptional().describe("From when, on the zone's clock. By default now."),
});
export type PreviewHoursBody = z.infer<typeof PreviewHoursBody>;

/** Openings and closings, for clients without zone data. */
export const OpenTimes = z
  .strictObject({
    turns: z
      .array(z.int())
      .describe("Minutes since 1970, in ascending order: alternately an opening and a closing, about two weeks ahead.")
      .meta({ examples: [[29_406_960, 29_407_440]] }),
    offsets: z
      .array(z.int())
      .describe("How many minutes the zone's clock is ahead of UTC, at each opening.")
      .meta({ examples: [[60]] }),
  })
  .meta({ id: "OpenTimes" });
export type OpenTimes = z.infer<typeof OpenTimes>;

const openState = {
  open: z.boolean().describe("Whether the site is open."),
  nextTurn: dateTime.exactOptional().describe("The next opening or closing within 400 days."),
};

/** A site's hours, and whether it's open. */
export const HoursJson = z
  .strictObject({
    ...Hours.shape,
    exceptions: z.array(Exception),
    closedUntil: localTime.exactOptional(),
    ...openState,
    closedSince: dateTime.exactOptional().describe("When the site closed, if it's closed."),
  })
  .meta({ id: "Hours" });
export type HoursJson = z.infer<typeof HoursJson>;
export const HoursResponse = z.strictObject({
  hours: HoursJson.exactOptional().describe("Absent if the site has none."),
});
export const PutHoursResponse = z.strictObject({ hours: HoursJson });

const clockMinute = z
  .int()
  .describe("Minutes since the day's midnight, on the zone's clock. From 1440 on, the next day.");

/** A day as it will be: holidays, "closed until" and clock changes included. */
export const DayJson = z
  .strictObject({
    date: z.iso.date(),
    name: z.string().exactOptional().describe("The exception's name."),
    windows: z
      .array(z.strictObject({ from: clockMinute, until: clockMinute }))
      .describe(
        "When it's open. Hours over midnight are listed on the day they begin on, unless they're longer than a day.",
      ),
    clockChange: z
      .strictObject({ at: clockMinute, by: z.int().describe("In minutes. Negative if an hour occurs twice.") })
      .exactOptional(),
  })
  .meta({ id: "HoursDay" });
export type DayJson = z.infer<typeof DayJson>;

export const PreviewHoursResponse = z.strictObject({
  at: dateTime.describe("The moment that's shown."),
  days: z.array(DayJson).describe("Seven days."),
  openTimes: OpenTimes,
  ...openState,
});
export type PreviewHoursResponse = z.infer<typeof PreviewHoursResponse>;
