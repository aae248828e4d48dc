import type { SiteHours } from "#prisma-client";
import { daysFrom } from "./days.ts";
import { clockIn, momentAt } from "./open-times.ts";
import { type OpenState, openTimesAt, rulesOf, stateAt } from "./rules.ts";
import type { HoursJson, PreviewHoursBody, PreviewHoursResponse } from "./schema.ts";

const isoOf = (moment: number) => new Date(moment).toISOString();

const stateJson = ({ open, nextTurn }: OpenState) => ({
  open,
  ...(nextTurn !== undefined && { nextTurn: isoOf(nextTurn) }),
});

export function toHoursJson(row: SiteHours, now = Date.now()): HoursJson {
  const rules = rulesOf(row);
  const { hours, closure } = rules;
  const state = stateAt(rules, now);
  const closedSince = row.closedSince?.getTime() ?? state.closedSince;
  return {
    ...hours,
    ...(closure && momentAt(closure.until, clockIn(hours.timeZone)) > now && { closedUntil: closure.until }),
    ...stateJson(state),
    ...(!state.open && closedSince !== undefined && { closedSince: isoOf(closedSince) }),
  };
}

/** Returns what unsaved hours would mean at a moment. */
export function previewHours({ at, closedUntil, ...hours }: PreviewHoursBody, now = Date.now()): PreviewHoursResponse {
  const rules = { hours, closure: closedUntil === null ? null : { from: now, until: closedUntil } };
  const moment = at === undefined ? now : momentAt(at, clockIn(hours.timeZone));
  return {
    at: isoOf(moment),
    days: daysFrom(rules, moment),
    openTimes: openTimesAt(rules, moment),
    ...stateJson(stateAt(rules, moment)),
  };
}
