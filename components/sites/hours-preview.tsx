import { Fragment } from "react";
import { hoursCopy as copy } from "#components/catalogs/hours.tsx";
import { untilTime } from "#components/time/time-words.ts";
import type { Shown } from "#components/widget-preview/use-moment.ts";
import type { DayJson } from "#lib/sites/hours/schema.ts";
import type { SiteJson } from "#lib/sites/sites/schema.ts";
import { dateWords, remarksOn, timesOf } from "./hours-words.ts";

type ShownProps = { shown: Shown; language: string };

type StateProps = ShownProps & Pick<SiteJson, "whenClosed">;

/** Says whether the site is open at a moment, and what visitors see then. */
export function HoursState({ shown: { open, nextTurn, at, timeZone }, language, whenClosed }: StateProps) {
  const reader = { language, timeZone, now: Date.parse(at) };
  const turn = nextTurn && <time dateTime={nextTurn}>{untilTime(new Date(nextTurn), reader)}</time>;
  const state = open
    ? turn
      ? copy.isOpen(turn)
      : copy.isOpenAlways
    : turn
      ? copy.isClosed(turn)
      : copy.isClosedAlways;
  const back = turn ? copy.showsBack(turn) : copy.showsAway;
  return (
    <div role="status" className="mb-4" suppressHydrationWarning>
      <p className="font-medium">{state}</p>
      {(open || whenClosed !== "hide") && <p className="text-quiet text-pretty">{open ? copy.showsOnline : back}</p>}
      {!open && whenClosed === "form" && <p className="mt-1 text-quiet text-pretty">{copy.showsForm}</p>}
      {!open && whenClosed === "hide" && <p className="text-quiet text-pretty">{copy.showsNoButton}</p>}
    </div>
  );
}

/** Lists the seven days from a moment on. */
export function HoursDays({ shown: { days, isNow }, language }: ShownProps) {
  const first = <time>{dateWords(days[0]?.date ?? "", language)}</time>;
  return (
    <>
      <h3 className="mb-1 text-sm font-medium text-quiet">{isNow ? copy.sevenDays : copy.sevenDaysFrom(first)}</h3>
      <dl className="divide-y divide-line">
        {days.map((day) => (
          <Day key={day.date} day={day} language={language} />
        ))}
      </dl>
    </>
  );
}

function Day({ day, language }: { day: DayJson; language: string }) {
  return (
    <div className="flex gap-3 py-1.5">
      <dt className="w-24 shrink-0 text-quiet">
        <time dateTime={day.date} suppressHydrationWarning>
          {dateWords(day.date, language)}
        </time>
      </dt>
      <dd className="min-w-0">
        {timesOf(day, language).map((times, at) => (
          <Fragment key={times}>
            {at > 0 && ", "}
            <time
              suppressHydrationWarning
              className={day.windows.length === 0 ? "text-quiet" : "whitespace-nowrap tabular-nums"}
            >
              {times}
            </time>
          </Fragment>
        ))}
        {remarksOn(day, language).map((words) => (
          <bdi key={words} className="block text-sm text-quiet wrap-anywhere">
            {words}
          </bdi>
        ))}
      </dd>
    </div>
  );
}
