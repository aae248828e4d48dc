// Read and written in the browser: how often something had been missed when a page's data was first shown.
const firstShown = new WeakMap<object, number>();

/** Notes that a page's data is shown, with how often something had been missed until then. */
export function noteShown(data: object, timesMissed: number): void {
  if (!firstShown.has(data)) firstShown.set(data, timesMissed);
}

/**
 * Whether a page's data is from before something may have been missed. The router keeps pages for the way back, and what
 * they bring may speak of what has gone meanwhile.
 */
export function isOutdated(data: object, timesMissed: number): boolean {
  return (firstShown.get(data) ?? timesMissed) < timesMissed;
}
