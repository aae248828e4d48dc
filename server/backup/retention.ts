import type { Retention } from "#platform/env.ts";

const DAY_MS = 86_400_000;
// 1970 began on a Thursday, weeks begin on Mondays.
const DAYS_BEFORE_1970 = 3;

const dayOf = (moment: Date) => Math.floor(moment.getTime() / DAY_MS);
const weekOf = (moment: Date) => Math.floor((dayOf(moment) + DAYS_BEFORE_1970) / 7);
const monthOf = (moment: Date) => moment.getUTCFullYear() * 12 + moment.getUTCMonth();

/**
 * Returns the backups that aren't kept: of the last days, weeks and months (in UTC) that have backups, the last one of each is.
 * The newest is always kept.
 */
export function superfluous<B extends { moment: Date }>(
  backups: readonly B[],
  { daily, weekly, monthly }: Retention,
): B[] {
  const newestFirst = backups.toSorted((one, other) => other.moment.getTime() - one.moment.getTime());
  const kept = new Set(newestFirst.slice(0, 1));
  const keep = (most: number, periodOf: (moment: Date) => number) => {
    const periods = Map.groupBy(newestFirst, ({ moment }) => periodOf(moment));
    for (const [newest] of [...periods.values()].slice(0, most)) if (newest) kept.add(newest);
  };
  keep(daily, dayOf);
  keep(weekly, weekOf);
  keep(monthly, monthOf);
  return newestFirst.filter((backup) => !kept.has(backup));
}
