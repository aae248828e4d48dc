import { fieldProblem } from "#components/api/problem.ts";
import { hoursCopy as copy } from "#components/catalogs/hours.tsx";
import {
  DAYS,
  type DayHours,
  hoursOf,
  isUnfinished,
  type WeekHours,
  weekOf,
  windowOf,
  windowsOf,
} from "#components/time/week-hours.ts";
import { readDay } from "#components/ui/day-hours.tsx";
import { textOf } from "#components/ui/form-text.ts";
import type { HoursJson, PutHoursBody } from "#lib/sites/hours/schema.ts";

export type Mode = "none" | "week" | "always";
export type Holiday = { name: string; from: string; to: string; hours: DayHours[] };

/** A site's hours as the form has them. */
export type HoursFields = {
  mode: Mode;
  timeZone: string;
  week: WeekHours;
  holidays: Holiday[];
  closedUntil: string;
};

const WHOLE_DAY = { from: 0, until: 1_440 };
const ALWAYS = DAYS.map((day) => ({ day, ...WHOLE_DAY }));

const isAlways = ({ windows }: HoursJson) =>
  DAYS.every((on) => windows.some(({ day, from, until }) => day === on && from === 0 && until === WHOLE_DAY.until));

export function fieldsOf(hours: HoursJson | undefined, timeZone: string): HoursFields {
  if (!hours) return { mode: "none", timeZone, week: weekOf(undefined), holidays: [], closedUntil: "" };
  const always = isAlways(hours);
  return {
    mode: always ? "always" : "week",
    timeZone: hours.timeZone,
    week: weekOf(always ? undefined : hours.windows),
    holidays: hours.exceptions
      .toSorted((one, other) => (one.from < other.from ? -1 : 1))
      .map(({ name = "", from, to, windows }) => ({ name, from, to: to === from ? "" : to, hours: hoursOf(windows) })),
    closedUntil: hours.closedUntil ?? "",
  };
}

/** Reads the form. What it doesn't show stays as it was. */
export function readHours(form: FormData, before: HoursFields): HoursFields {
  const mode = textOf(form, "mode") as Mode;
  if (!form.has("timeZone")) return { ...before, mode };
  return {
    mode,
    timeZone: textOf(form, "timeZone"),
    week: form.has("isWeek") ? DAYS.map((day) => readDay(form, day)) : before.week,
    holidays: form.getAll("holiday").map((key) => ({
      name: textOf(form, `name-${key}`).trim(),
      from: textOf(form, `first-${key}`),
      to: textOf(form, `last-${key}`),
      hours: readDay(form, `h${key}`),
    })),
    closedUntil: textOf(form, "closedUntil"),
  };
}

/** Builds the body of a request. It's valid if `problemOf` finds nothing. */
export const bodyOf = ({ mode, timeZone, week, holidays, closedUntil }: HoursFields): PutHoursBody => ({
  timeZone,
  windows: mode === "always" ? ALWAYS : windowsOf(week),
  exceptions: holidays.map(({ name, from, to, hours }) => ({
    from,
    to: to || from,
    ...(name && { name }),
    windows: hours.map(windowOf),
  })),
  closedUntil: closedUntil || null,
});

/** Returns what keeps the fields from being sent, in the words of their form. */
export function problemOf({ mode, week, holidays }: HoursFields, nameOf: (day: number) => string) {
  const day = mode === "week" ? week.findIndex((hours) => hours.some(isUnfinished)) : -1;
  if (day >= 0) return fieldProblem(`day-${day + 1}`, copy.unfinished(nameOf(day + 1)));
  const undated = holidays.findIndex(({ from }) => !from);
  if (undated >= 0) return fieldProblem(`exceptions.${undated}.from`, copy.noDate);
  const unfinished = holidays.findIndex(({ hours }) => hours.some(isUnfinished));
  const name = holidays[unfinished]?.name || copy.holiday(unfinished + 1);
  if (unfinished >= 0) return fieldProblem(`exceptions.${unfinished}.windows`, copy.unfinished(name));
  return undefined;
}
