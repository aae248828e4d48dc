const CHOICES: [days: number, words: string][] = [
  [30, "30 days"],
  [90, "90 days"],
  [180, "180 days"],
  [365, "1 year"],
  [730, "2 years"],
  [1095, "3 years"],
];

/** What can be chosen; a number of days that was set by other means stands among them. */
export function retentionChoices(current: number | undefined): { days: number; words: string }[] {
  const all = CHOICES.map(([days, words]) => ({ days, words }));
  if (current === undefined || all.some(({ days }) => days === current)) return all;
  return [...all, { days: current, words: inWords(current) }].sort((one, other) => one.days - other.days);
}

/** A number of days as one says it. */
export function inWords(days: number): string {
  const known = CHOICES.find(([of]) => of === days);
  return known?.[1] ?? (days === 1 ? "1 day" : `${days} days`);
}

/** Whether a change lets go of more than before. */
export const isShorter = (days: number | undefined, before: number | undefined) =>
  days !== undefined && (before === undefined || days < before);
