"use client";

import { Fragment, useEffect, useEffectEvent, useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import { hoursCopy as copy } from "#components/catalogs/hours.tsx";
import { type Reader, useReader } from "#components/time/reader.tsx";
import { dayOf, untilTime } from "#components/time/time-words.ts";
import { Field } from "#components/ui/field.tsx";
import { SelectField } from "#components/ui/select-field.tsx";
import type { DayJson, PreviewHoursResponse, PutHoursBody } from "#lib/sites/hours/schema.ts";
import { dateWords, remarksOn, timesOf } from "./hours-words.ts";

const DEBOUNCE_MS = 300;

type Clock = "now" | "tonight" | "holiday" | "time";
type Shown = PreviewHoursResponse & { timeZone: string; isNow: boolean };

type Props = {
  siteId: string;
  /** What's typed, if it's complete. */
  body: PutHoursBody | undefined;
  isSet: boolean;
  first: (PreviewHoursResponse & { timeZone: string }) | undefined;
};

/** Says what visitors see at a time that can be turned to, and lists the seven days from then. */
export function HoursPreview({ siteId, body, isSet, first }: Props) {
  const reader = useReader();
  const [clock, setClock] = useState<Clock>("now");
  const [time, setTime] = useState("");
  const at = body && momentOf(clock, time, body, reader);
  const shown = usePreview(siteId, body, at, first && { ...first, isNow: true });
  const hasHoliday = body !== undefined && nextHoliday(body, reader) !== undefined;
  const clocks = [
    ["now", copy.now],
    ["tonight", copy.tonight],
    ...(hasHoliday ? [["holiday", copy.nextHoliday] as const] : []),
    ["time", copy.atTime],
  ] as const;
  return (
    <section aria-label={copy.preview} className="rounded-xl border border-line p-4">
      <h2 className="mb-3 font-semibold">{copy.preview}</h2>
      {isSet ? (
        <>
          {/* Not a part of the form that's saved. */}
          <div
            className="mb-4 grid gap-3"
            onInput={({ target }) => {
              if (target instanceof HTMLSelectElement) setClock(target.value as Clock);
              if (target instanceof HTMLInputElement) setTime(target.value);
            }}
          >
            <SelectField label={copy.clock} name="clock" options={clocks} defaultValue="now" />
            {clock === "time" && <Field label={copy.time} type="datetime-local" name="time" defaultValue={time} />}
          </div>
          {shown && <State shown={shown} language={reader.language} />}
          {shown && <Days shown={shown} language={reader.language} />}
        </>
      ) : (
        <p className="text-quiet text-pretty">{copy.nothing}</p>
      )}
    </section>
  );
}

/** Returns what the API says about unsaved hours, a moment after they were typed. */
function usePreview(siteId: string, body: PutHoursBody | undefined, at: string | undefined, first: Shown | undefined) {
  const [shown, setShown] = useState(first);
  const asked = body && JSON.stringify({ ...body, ...(at !== undefined && { at }) });
  const ask = useEffectEvent(async (text: string, isOver: () => boolean) => {
    const given = JSON.parse(text) as PutHoursBody;
    const path = `/sites/${siteId}/hours/preview`;
    const result = await callApi<PreviewHoursResponse>(path, { method: "POST", body: given });
    if (result.ok && !isOver()) setShown({ ...result.value, timeZone: given.timeZone, isNow: !("at" in given) });
  });
  useEffect(() => {
    if (asked === undefined) return;
    let isOver = false;
    const timer = setTimeout(() => void ask(asked, () => isOver), DEBOUNCE_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [asked]);
  return shown;
}

const LATE = "22:00";
const NOON = "12:00";

const todayIn = (timeZone: string, { now }: Pick<Reader, "now">) => dayOf(new Date(now), { timeZone });

/** Returns the day of the next holiday, or of the present one. */
function nextHoliday({ exceptions, timeZone }: PutHoursBody, reader: Reader): string | undefined {
  const today = todayIn(timeZone, reader);
  const [next] = exceptions.filter(({ to }) => to >= today).toSorted((one, other) => (one.from < other.from ? -1 : 1));
  return next && next.from < today ? today : next?.from;
}

/** Returns what the clock is turned to, or undefined for now. */
function momentOf(clock: Clock, time: string, body: PutHoursBody, reader: Reader): string | undefined {
  if (clock === "tonight") return `${todayIn(body.timeZone, reader)}T${LATE}`;
  if (clock === "time") return time || undefined;
  const holiday = clock === "holiday" && nextHoliday(body, reader);
  return holiday ? `${holiday}T${NOON}` : undefined;
}

type ShownProps = { shown: Shown; language: string };

function State({ shown: { open, nextTurn, at, timeZone }, language }: ShownProps) {
  const reader = { language, timeZone, now: Date.parse(at) };
  const turn = nextTurn && <time dateTime={nextTurn}>{untilTime(new Date(nextTurn), reader)}</time>;
  const isToday = nextTurn && dayOf(new Date(nextTurn), reader) === dayOf(new Date(at), reader);
  const state = open
    ? turn
      ? copy.isOpen(turn)
      : copy.isOpenAlways
    : turn
      ? copy.isClosed(turn)
      : copy.isClosedAlways;
  const back = turn ? (isToday ? copy.backAt(turn) : copy.back(turn)) : copy.away;
  return (
    <div role="status" className="mb-4" suppressHydrationWarning>
      <p className="font-medium">{state}</p>
      <p className="text-quiet">{copy.visitorsSee(<span className="text-ink">{open ? copy.online : back}</span>)}</p>
      {!open && turn && <p className="mt-1 text-sm text-quiet text-pretty">{copy.theirTime}</p>}
    </div>
  );
}

function Days({ shown: { days, isNow }, language }: ShownProps) {
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
