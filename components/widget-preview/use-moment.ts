import { useEffect, useEffectEvent, useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import { type Reader, useReader } from "#components/time/reader.tsx";
import { dayOf } from "#components/time/time-words.ts";
import type { PreviewHoursResponse, PutHoursBody } from "#lib/sites/hours/schema.ts";

const DEBOUNCE_MS = 300;
const LATE = "22:00";
const NOON = "12:00";

export type Clock = "now" | "tonight" | "holiday" | "time";

/** What the API says about a site's hours at a moment. */
export type Shown = PreviewHoursResponse & { timeZone: string; isNow: boolean };

type Site = { id: string; first: Shown | undefined };

/** A clock that can be turned, and what the API says about saved or unsaved hours then. */
export function useMoment(site: Site | undefined, hours: PutHoursBody | undefined) {
  const reader = useReader();
  const [clock, setClock] = useState<Clock>("now");
  const [time, setTime] = useState("");
  const at = hours && momentOf(clock, time, hours, reader);
  const hasHoliday = hours !== undefined && nextHoliday(hours, reader) !== undefined;
  return { clock, setClock, time, setTime, hasHoliday, ...useHoursAt(site, hours, at) };
}

/** Returns what the API says about hours at a moment, shortly after either has changed. */
function useHoursAt(site: Site | undefined, hours: PutHoursBody | undefined, at: string | undefined) {
  const asked = hours && JSON.stringify({ ...hours, ...(at !== undefined && { at }) });
  const [known, setKnown] = useState({ asked: site?.first && asked, shown: site?.first });
  const [isFailed, setFailed] = useState(false);
  const ask = useEffectEvent(async (text: string, isOver: () => boolean) => {
    const given = JSON.parse(text) as PutHoursBody;
    const path = `/sites/${site?.id}/hours/preview`;
    const result = await callApi<PreviewHoursResponse>(path, { method: "POST", body: given });
    if (isOver()) return;
    setFailed(!result.ok);
    if (result.ok)
      setKnown({ asked: text, shown: { ...result.value, timeZone: given.timeZone, isNow: !("at" in given) } });
  });
  const isKnown = asked === known.asked;
  useEffect(() => {
    if (asked === undefined || isKnown) return;
    let isOver = false;
    const timer = setTimeout(() => void ask(asked, () => isOver), DEBOUNCE_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [asked, isKnown]);
  return { shown: hours && known.shown, isFailed: isFailed && !isKnown };
}

const todayIn = (timeZone: string, { now }: Pick<Reader, "now">) => dayOf(new Date(now), { timeZone });

/** Returns the day of the next holiday, or of the present one. */
function nextHoliday({ exceptions, timeZone }: PutHoursBody, reader: Reader): string | undefined {
  const today = todayIn(timeZone, reader);
  const [next] = exceptions.filter(({ to }) => to >= today).toSorted((one, other) => (one.from < other.from ? -1 : 1));
  return next && next.from < today ? today : next?.from;
}

/** Returns what the clock is turned to, or undefined for now. */
function momentOf(clock: Clock, time: string, hours: PutHoursBody, reader: Reader): string | undefined {
  if (clock === "tonight") return `${todayIn(hours.timeZone, reader)}T${LATE}`;
  if (clock === "time") return time || undefined;
  const holiday = clock === "holiday" && nextHoliday(hours, reader);
  return holiday ? `${holiday}T${NOON}` : undefined;
}
