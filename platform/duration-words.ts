import { plural } from "./catalog.ts";

const HOUR = 3_600;
const DAY = 86_400;

/** Returns such as "5 minutes". */
export function durationWords(seconds: number): string {
  if (seconds < 2 * HOUR) return plural(Math.max(1, Math.round(seconds / 60)), { one: "# minute", other: "# minutes" });
  if (seconds < 2 * DAY) return plural(Math.round(seconds / HOUR), { one: "# hour", other: "# hours" });
  return plural(Math.round(seconds / DAY), { one: "# day", other: "# days" });
}
