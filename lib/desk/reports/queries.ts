import { query } from "#platform/database/database.ts";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { getHours } from "../../sites/hours/queries.ts";
import { rulesOf } from "../../sites/hours/rules.ts";
import type { ReportQuery } from "./schema.ts";
import {
  type WaitingRow,
  type Wanted,
  type WeekRow,
  type WrittenRow,
  waitingNumber,
  weekNumbers,
  writtenInWeek,
} from "./statements.ts";
import { openClockOf, weekOf } from "./weeks.ts";

export type Report = Wanted & { timeZone: string; weeks: WeekRow[]; waiting: WaitingRow; written: WrittenRow };

/** Returns the numbers of a site's week. Throws `not_found` for the site. */
export async function getReport(scope: OwnerScope, siteId: string, asked: ReportQuery): Promise<Report> {
  const hours = await getHours(scope, siteId);
  const rules = hours && rulesOf(hours);
  const timeZone = rules?.hours.timeZone ?? asked.timeZone ?? "UTC";
  const week = weekOf(asked.week, timeZone);
  const wanted = { siteId, week, clock: rules && openClockOf(rules, week) };
  const [weeks, [waiting], [written]] = await Promise.all([
    query<WeekRow>(weekNumbers(scope, wanted)),
    query<WaitingRow>(waitingNumber(scope, siteId)),
    query<WrittenRow>(writtenInWeek(scope, wanted)),
  ]);
  if (!waiting || !written) throw new Error("an aggregate returned no row");
  return { ...wanted, timeZone, weeks, waiting, written };
}
