"use client";

import { Plus, X } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { type DayHours, OFFICE } from "#components/time/week-hours.ts";
import { classNames } from "./class-names.ts";
import { IconButton } from "./icon-button.tsx";

/** Labels of the controls of a day, which they name, and what it is without hours. */
export type DayCopy = {
  from: (day: string) => string;
  until: (day: string) => string;
  addHours: (day: string) => string;
  removeHours: (day: string) => string;
  off: string;
};

type Props = {
  /** Distinguishes the fields from those of other days. */
  slot: number | string;
  name: string;
  /** What's shown, if it isn't the name. */
  label?: ReactNode;
  initial: DayHours[];
  copy: DayCopy;
  max: number;
  /** Says something about hours, by their index. */
  hint?: (at: number) => string | undefined;
  error?: string | undefined;
};

/** A day with its hours, if any. */
export function DayFields({ slot, name, label = name, initial, copy, max, hint, error }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const [rows, setRows] = useState(() => initial.map((hours, key) => ({ key, ...hours })));
  const change = (next: typeof rows) => {
    flushSync(() => setRows(next));
    // The focused element may be gone or disabled.
    if (!element.current?.querySelector(":focus:enabled")) element.current?.querySelector("input")?.focus();
    announceInput(element.current);
  };
  const add = () => {
    const last = rows.at(-1);
    change([...rows, { key: (last?.key ?? -1) + 1, ...(last ? { from: last.until, until: "" } : OFFICE) }]);
  };
  return (
    <div ref={element} className="flex min-h-13 flex-wrap items-start gap-x-3 px-4 py-2">
      <label className="flex min-h-9 min-w-0 flex-1 basis-24 items-center gap-2.5 pointer-coarse:min-h-11">
        <input
          type="checkbox"
          checked={rows.length > 0}
          onChange={() => (rows.length > 0 ? change([]) : add())}
          className="size-4 shrink-0 accent-accent pointer-coarse:size-5"
        />
        <span className={classNames("truncate", rows.length === 0 && "text-quiet")} suppressHydrationWarning>
          {label}
        </span>
      </label>
      <div
        className={classNames(
          "grid gap-2",
          rows.length > 0 && "max-sm:w-full",
          error && "[&_input:invalid]:border-danger",
        )}
      >
        {rows.map(({ key, from, until }, at) => (
          <div key={key}>
            <div className="flex items-center gap-1.5">
              <Time label={copy.from(name)} name={`from-${slot}`} value={from} />
              <span aria-hidden className="text-quiet">
                –
              </span>
              <Time label={copy.until(name)} name={`until-${slot}`} value={until} />
              {at === 0 ? (
                <IconButton
                  label={copy.addHours(name)}
                  isOff={rows.length >= max}
                  icon={<Plus size={16} aria-hidden />}
                  onClick={add}
                />
              ) : (
                <IconButton
                  label={copy.removeHours(name)}
                  icon={<X size={16} aria-hidden />}
                  onClick={() => change(rows.filter((row) => row.key !== key))}
                />
              )}
            </div>
            <p className="mt-1 text-sm text-quiet empty:hidden" suppressHydrationWarning>
              {hint?.(at)}
            </p>
          </div>
        ))}
        {error && (
          <p role="alert" className="text-sm text-danger">
            {error}
          </p>
        )}
        {rows.length === 0 && <p className="flex min-h-9 items-center pe-3 text-quiet">{copy.off}</p>}
      </div>
    </div>
  );
}

/** Reads the hours of a day. */
export function readDay(form: FormData, slot: number | string): DayHours[] {
  const [from, until] = [form.getAll(`from-${slot}`), form.getAll(`until-${slot}`)];
  return from.map((begin, at) => ({ from: String(begin), until: String(until[at] ?? "") }));
}

/** The form reads its fields when one of them changes, and some come and go. */
export const announceInput = (element: Element | null) => element?.dispatchEvent(new Event("input", { bubbles: true }));

function Time({ label, name, value }: { label: string; name: string; value: string }) {
  return (
    <input
      type="time"
      aria-label={label}
      name={name}
      required
      defaultValue={value}
      suppressHydrationWarning
      className="min-h-9 min-w-0 rounded-lg border border-edge bg-surface px-2 tabular-nums max-sm:flex-1 pointer-coarse:min-h-11 max-sm:[&::-webkit-calendar-picker-indicator]:hidden"
    />
  );
}
