// Used in the browser only: how often events had been missed when a page's data was first shown.
const firstShown = new WeakMap<object, number>();

/** Records that a page's data is shown, with how often events had been missed by then. */
export function noteShown(data: object, timesMissed: number): void {
  if (!firstShown.has(data)) firstShown.set(data, timesMissed);
}

/**
 * Whether a page's data is from before events may have been missed. The router caches pages for going back, and their
 * data may include what's been deleted since.
 */
export function isOutdated(data: object, timesMissed: number): boolean {
  return (firstShown.get(data) ?? timesMissed) < timesMissed;
}
