const MINUTE_SECONDS = 60;

/** Returns when to try again, as the end of a sentence: "in 20 seconds", "in 3 minutes". */
export function waitWords(seconds: number): string {
  const isLong = seconds > 2 * MINUTE_SECONDS;
  const count = isLong ? Math.ceil(seconds / MINUTE_SECONDS) : Math.max(1, Math.ceil(seconds));
  return new Intl.RelativeTimeFormat("en", { numeric: "always" }).format(count, isLong ? "minute" : "second");
}
