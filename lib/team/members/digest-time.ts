import { clockIn, dateAt, dayAfter } from "../../sites/hours/open-times.ts";
import type { Digest } from "./schema.ts";

const HOUR_MINUTES = 60;

/** Returns when the next daily email is due after a moment: once on each date of the zone, also if its clock changes. */
export function nextDigestAt({ hour, timeZone }: Digest, after: number): Date {
  const { momentOf } = clockIn(timeZone);
  let date = dateAt(after, timeZone);
  while (momentOf(date, hour * HOUR_MINUTES, "earlier") <= after) date = dayAfter(date);
  return new Date(momentOf(date, hour * HOUR_MINUTES, "earlier"));
}
