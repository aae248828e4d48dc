/** Returns what clocks show at a moment, in milliseconds since the epoch as if they were UTC's, to the minute. */
export type WallClock = (at: number) => number;

/** Returns a time zone's clock. Throws a RangeError if the zone isn't known. */
export function wallClock(timeZone: string): WallClock {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
  });
  return (at) => {
    const parts = new Map<string, string>(format.formatToParts(at).map(({ type, value }) => [type, value]));
    const part = (name: string) => Number(parts.get(name));
    return Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"));
  };
}
