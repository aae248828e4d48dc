import { logFailure } from "#platform/failure-log.ts";
import { processWide } from "#platform/process-wide.ts";
import type { SiteHours } from "#prisma-client";
import { type Closure, closedSince, DAY_MS, isOpen, nextTurn, offsetAt, openTimes } from "./open-times.ts";
import type { Hours, OpenTimes } from "./schema.ts";

const MINUTE_MS = 60_000;
const DAYS_BACK = 2;
const DAYS_AHEAD = 15;
/** How far an opening or closing is looked for. */
const DAYS_MAX = 400;
const REMEMBERED = 2_000;

/** What's stored of a site's hours. */
export type StoredHours = Omit<SiteHours, "closedSince" | "turnsAt">;

/** Hours as they're computed with. */
export type OpenRules = { hours: Hours; closure: Closure | null };

/** The table has what the schema let in. */
export const rulesOf = ({ timeZone, windows, exceptions, closedFrom, closedUntil }: StoredHours): OpenRules => ({
  hours: { timeZone, windows, exceptions } as Hours,
  closure: closedFrom && closedUntil !== null ? { from: closedFrom.getTime(), until: closedUntil } : null,
});

/** Whether a site is open at a moment, since when it's closed, and when that ends. */
export type OpenState = { open: boolean; closedSince?: number; nextTurn?: number };

function stateWithin({ hours, closure }: OpenRules, at: number, days: number): OpenState {
  const until = at + days * DAY_MS;
  const spans = openTimes(hours, closure, at - DAYS_AHEAD * DAY_MS, until);
  const [since, turn] = [closedSince(spans, at), nextTurn(spans, at)];
  return {
    open: isOpen(spans, at),
    ...(since !== undefined && { closedSince: since }),
    ...(turn !== undefined && turn < until && { nextTurn: turn }),
  };
}

/** Returns the state at a moment. Most sites turn within days, so more is computed only for the others. */
export function stateAt(rules: OpenRules, at: number): OpenState {
  const soon = stateWithin(rules, at, DAYS_AHEAD);
  return soon.nextTurn === undefined ? stateWithin(rules, at, DAYS_MAX) : soon;
}

/** Returns the state at a moment, and when to compute it again: at the next opening or closing, or after as many days as are searched. */
export function turnsAtOf(rules: OpenRules, at: number): OpenState & { turnsAt: Date } {
  const state = stateAt(rules, at);
  return { ...state, turnsAt: new Date(state.nextTurn ?? at + DAYS_MAX * DAY_MS) };
}

/** Returns the openings and closings around a moment. They're the same for all moments of a UTC day. */
export function openTimesAt({ hours, closure }: OpenRules, at: number): OpenTimes {
  const day = Math.floor(at / DAY_MS) * DAY_MS;
  const until = day + DAYS_AHEAD * DAY_MS;
  const turns = openTimes(hours, closure, day - DAYS_BACK * DAY_MS, until).flat();
  if (turns.at(-1) !== until) {
    const later =
      openingAfter({ hours, closure }, until, DAYS_AHEAD) ?? openingAfter({ hours, closure }, until, DAYS_MAX);
    if (later !== undefined) turns.push(later);
  }
  return {
    turns: turns.map((turn) => Math.floor(turn / MINUTE_MS)),
    offsets: turns.filter((_, index) => index % 2 === 0).map((turn) => Math.round(offsetAt(turn, hours.timeZone))),
  };
}

const openingAfter = ({ hours, closure }: OpenRules, from: number, days: number) =>
  openTimes(hours, closure, from, from + days * DAY_MS)[0]?.[0];

const remembered = processWide("open times", () => new Map<string, { of: string; openTimes: OpenTimes | null }>());

function computeOpenTimes(stored: StoredHours, at: number): OpenTimes | null {
  try {
    return openTimesAt(rulesOf(stored), at);
  } catch (error) {
    logFailure(error, "could not compute a site's hours; its widget shows none", { siteId: stored.siteId });
    return null;
  }
}

/**
 * Returns what travels to the widget, computed once a day for each site and version of its hours. Null if it can't be, as when the
 * zone is no longer known.
 */
export function openTimesOf(stored: StoredHours, at = Date.now()): OpenTimes | null {
  const of = `${stored.updatedAt.getTime()} ${Math.floor(at / DAY_MS)}`;
  const known = remembered().get(stored.siteId);
  if (known?.of === of) return known.openTimes;
  const times = computeOpenTimes(stored, at);
  remembered().delete(stored.siteId);
  remembered().set(stored.siteId, { of, openTimes: times });
  const [oldest] = remembered().keys();
  if (remembered().size > REMEMBERED && oldest !== undefined) remembered().delete(oldest);
  return times;
}
