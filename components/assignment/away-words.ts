import { assignmentCopy } from "#components/catalogs/assignment.tsx";
import type { Reader } from "#components/time/reader.tsx";
import { untilTime } from "#components/time/time-words.ts";
import { absenceOf } from "#lib/team/members/absence.ts";
import type { Teammate } from "./team-provider.tsx";

/** Returns that someone is away, and until when if that's known. Null if they're available. */
export function awayWords(person: Pick<Teammate, "available" | "schedule">, reader: Reader): string | null {
  const absence = absenceOf(person, reader.now);
  if (!absence) return null;
  return absence.until ? assignmentCopy.awayUntil(untilTime(absence.until, reader)) : assignmentCopy.away;
}
