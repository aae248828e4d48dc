import { momentOf } from "#lib/desk/triage/snooze-times.ts";
import { wallClock } from "#platform/wall-clock.ts";

export { snoozeTimes } from "#lib/desk/triage/snooze-times.ts";

/** Returns a moment as a `datetime-local` field has it. */
export function toField(at: Date, timeZone: string): string {
  return new Date(wallClock(timeZone)(at.getTime())).toISOString().slice(0, 16);
}

/** Returns the moment that a `datetime-local` field means, or undefined if it's empty. */
export function fromField(text: string, timeZone: string): Date | undefined {
  const [year, month, day, hour, minute] = text.split(/[-T:]/).map(Number);
  if (!year || !month || !day || hour === undefined || minute === undefined) return undefined;
  return momentOf(Date.UTC(year, month - 1, day, hour, minute), wallClock(timeZone));
}
