"use client";

import { useRef } from "react";
import { hoursCopy as copy } from "#components/catalogs/hours.tsx";
import { useReader } from "#components/time/reader.tsx";
import { clockTime } from "#components/time/time-words.ts";
import { Button } from "#components/ui/button.tsx";
import { announceInput } from "#components/ui/day-hours.tsx";
import { FieldLabel, FieldWords, selectClass, useDescribed } from "#components/ui/field.tsx";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import { zoneWords } from "./hours-words.ts";

type Props = { initial: string; typed: string; error: string | undefined };

/** A time zone from the browser's list, which suggests its own. */
export function ZoneField({ initial, typed, error }: Props) {
  const reader = useReader();
  const isHydrated = useHydrated();
  const select = useRef<HTMLSelectElement>(null);
  const attributes = useDescribed({ error });
  // The service's list may be another one.
  const listed = isHydrated ? Intl.supportedValuesOf("timeZone") : [];
  const zones = [...new Set([initial, reader.timeZone, "UTC", ...listed])].toSorted((one, other) =>
    zoneWords(one).localeCompare(zoneWords(other), "en"),
  );
  const chooseSuggested = () => {
    if (!select.current) return;
    select.current.value = reader.timeZone;
    announceInput(select.current);
  };
  return (
    <div>
      <FieldLabel id={attributes.id} label={copy.timeZone} />
      <div className="flex flex-wrap items-center gap-2">
        <select
          {...attributes}
          ref={select}
          name="timeZone"
          defaultValue={initial}
          className={`${selectClass} max-w-72 basis-60`}
        >
          {zones.map((zone) => (
            <option key={zone} value={zone} suppressHydrationWarning>
              {zoneWords(zone)}
            </option>
          ))}
        </select>
        {isHydrated && reader.timeZone !== typed && (
          <Button onClick={chooseSuggested}>{copy.chooseZone(zoneWords(reader.timeZone))}</Button>
        )}
      </div>
      {isHydrated && (
        <p className="mt-1.5 text-sm text-quiet">
          {copy.timeThere(<time>{clockTime(new Date(reader.now), { ...reader, timeZone: typed })}</time>)}
        </p>
      )}
      <FieldWords id={attributes.id} error={error} />
    </div>
  );
}
