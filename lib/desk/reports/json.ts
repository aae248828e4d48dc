import type { Report } from "./queries.ts";
import type { BusyHour, ReportJson, WeekNumbers } from "./schema.ts";
import { WAITING_MAX, type WeekRow, type WrittenRow } from "./statements.ts";
import { weekClockIn } from "./weeks.ts";

const secondsOf = (ms: number) => Math.round(ms / 1_000);

function toWeekNumbers(from: Date, until: Date, row: WeekRow | undefined): WeekNumbers {
  const [median, slow] = row?.took ?? [];
  return {
    from: from.toISOString(),
    until: until.toISOString(),
    conversations: row?.conversations ?? 0,
    neverReplied: row?.neverReplied ?? 0,
    replied: row?.replied ?? 0,
    ...(typeof median === "number" && { medianReplySeconds: secondsOf(median) }),
    ...(typeof slow === "number" && { slowReplySeconds: secondsOf(slow) }),
    rated: row?.rated ?? 0,
    ...(typeof row?.rating === "number" && { averageRating: row.rating }),
  };
}

const QUARTER_MS = 900_000;

/** Adds up the quarters by the hour that the zone's clock showed then. An hour that occurs twice is one. */
function toBusyHours({ quarters }: WrittenRow, timeZone: string): BusyHour[] {
  const clock = weekClockIn(timeZone);
  const hours = new Map<number, BusyHour>();
  for (const [quarter, byVisitors, byTeam] of quarters) {
    const { day, hour } = clock(quarter * QUARTER_MS);
    const place = day * 24 + hour;
    const known = hours.get(place) ?? { day, hour, byVisitors: 0, byTeam: 0 };
    hours.set(place, { ...known, byVisitors: known.byVisitors + byVisitors, byTeam: known.byTeam + byTeam });
  }
  return [...hours].toSorted(([one], [other]) => one - other).map(([, hour]) => hour);
}

export function toReportJson({ siteId, week, clock, timeZone, weeks, waiting, written }: Report): ReportJson {
  const rowOf = (isCurrent: boolean) => weeks.find((row) => row.isCurrent === isCurrent);
  const { replies, conversations, firstReplies, took } = written;
  return {
    siteId,
    week: week.monday,
    timeZone,
    withinHours: clock !== null,
    current: toWeekNumbers(week.from, week.until, rowOf(true)),
    previous: toWeekNumbers(week.before, week.from, rowOf(false)),
    waiting: {
      count: Math.min(waiting.count, WAITING_MAX),
      ...(waiting.count > WAITING_MAX && { isAtLeast: true as const }),
      ...(waiting.since && { since: waiting.since.toISOString() }),
    },
    busyHours: toBusyHours(written, timeZone),
    own: {
      replies,
      conversations,
      firstReplies,
      ...(took !== null && { medianReplySeconds: secondsOf(took) }),
    },
  };
}
