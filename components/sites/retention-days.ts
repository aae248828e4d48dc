import { sitesCopy } from "#components/catalogs/sites.tsx";

const CHOICES = [30, 90, 180, 365, 730, 1095];
const YEAR_DAYS = 365;

/** The periods to choose from, with the current one among them if it was set by other means. */
export function retentionChoices(current: number | undefined): { days: number; label: string }[] {
  const all = new Set([...CHOICES, ...(current === undefined ? [] : [current])]);
  return [...all].toSorted((one, other) => one - other).map((days) => ({ days, label: periodLabel(days) }));
}

/** A number of days as people say it. */
export function periodLabel(days: number): string {
  return days % YEAR_DAYS === 0 ? sitesCopy.years(days / YEAR_DAYS) : sitesCopy.days(days);
}

/** Whether a change lets go of more than before. */
export const isShorter = (days: number | undefined, before: number | undefined) =>
  days !== undefined && (before === undefined || days < before);
