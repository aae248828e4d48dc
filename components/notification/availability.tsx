"use client";

import { Plus, X } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { callApi } from "#components/api/call-api.ts";
import { fieldProblem } from "#components/api/problem.ts";
import { notificationsCopy } from "#components/catalogs/notifications.tsx";
import { useReader } from "#components/time/reader.tsx";
import { Choice } from "#components/ui/choice.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { Field } from "#components/ui/field.tsx";
import { textOf } from "#components/ui/form-text.ts";
import { SaveBar } from "#components/ui/save-bar.tsx";
import { useForm } from "#components/ui/use-form.ts";
import type { MembershipJson } from "#lib/team/members/schema.ts";
import { DAYS, type DayHours, OFFICE, weekOf, windowsOf, wrongDayOf } from "./week-hours.ts";

const { availability: copy } = notificationsCopy;

const HOURS_MAX = 3;

// A Monday.
const FIRST_DAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

/** When colleagues can count on a person: a switch, and the hours of a week. */
export function Availability({ stored: { available, schedule } }: { stored: MembershipJson }) {
  const { timeZone, language } = useReader();
  const zone = schedule?.timeZone ?? timeZone;
  const names = new Intl.DateTimeFormat(language, { weekday: "long", timeZone: "UTC" });
  const nameOf = (day: number) => names.format(FIRST_DAY + (day - 1) * DAY_MS);
  const week = weekOf(schedule);
  const edit = useForm({
    initial: { available, hasHours: schedule !== undefined, timeZone: zone, week },
    read: (form) => ({
      available: form.has("available"),
      hasHours: form.has("hasHours"),
      timeZone: form.has("timeZone") ? textOf(form, "timeZone").trim() : zone,
      week: form.has("timeZone") ? DAYS.map((day) => readDay(form, day)) : week,
    }),
    submit: async (typed, changes) => {
      const { available, ...changedHours } = changes;
      const isScheduleChanged = Object.keys(changedHours).length > 0;
      const windows = windowsOf(typed.week);
      if (isScheduleChanged && typed.hasHours) {
        const wrong = wrongDayOf(typed.week);
        if (wrong !== undefined) return fieldProblem("week", copy.endsFirst(nameOf(wrong)));
        if (windows.length === 0) return fieldProblem("week", copy.noHours);
      }
      const schedule = typed.hasHours ? { timeZone: typed.timeZone, windows } : null;
      const body = { ...(available !== undefined && { available }), ...(isScheduleChanged && { schedule }) };
      return callApi("/account/membership", { method: "PATCH", body });
    },
  });
  const { choice, typed, errors, fields } = edit;
  return (
    <form key={edit.key} {...edit.form} noValidate className="grid gap-5 *:min-w-0">
      <Choice label={copy.available} hint={copy.availableHint} {...choice("available")} />
      <Choice label={copy.hours} hint={copy.hoursHint} {...choice("hasHours")} />
      {typed.hasHours && (
        <div className="grid gap-5 *:min-w-0">
          <div>
            <ul className="max-w-120 divide-y divide-line rounded-lg border border-line">
              {DAYS.map((day, at) => (
                <Day key={day} day={day} name={nameOf(day)} initial={fields.week[at] ?? []} />
              ))}
            </ul>
            {errors.week && (
              <p role="alert" className="mt-1.5 text-sm text-danger">
                {errors.week}
              </p>
            )}
          </div>
          <div className="max-w-72">
            <Field
              label={copy.timeZone}
              name="timeZone"
              required
              spellCheck={false}
              defaultValue={fields.timeZone}
              error={errors["schedule.timeZone"]}
            />
          </div>
        </div>
      )}
      <SaveBar form={edit} />
    </form>
  );
}

function readDay(form: FormData, day: number): DayHours[] {
  const [from, until] = [form.getAll(`from-${day}`), form.getAll(`until-${day}`)];
  return from.map((begin, at) => ({ from: String(begin), until: String(until[at] ?? "") }));
}

/** A day of the week, with its hours, if any. */
function Day({ day, name, initial }: { day: number; name: string; initial: DayHours[] }) {
  const element = useRef<HTMLLIElement>(null);
  const [rows, setRows] = useState(() => initial.map((hours, key) => ({ key, ...hours })));
  // The form reads its fields when one of them changes, and here they come and go.
  const change = (next: typeof rows) => {
    flushSync(() => setRows(next));
    // The focused element may be gone or disabled.
    if (!element.current?.querySelector(":focus:enabled")) element.current?.querySelector("input")?.focus();
    element.current?.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const add = () => {
    const last = rows.at(-1);
    change([...rows, { key: (last?.key ?? -1) + 1, ...(last ? { from: last.until, until: "" } : OFFICE) }]);
  };
  return (
    <li ref={element} className="flex min-h-13 flex-wrap items-start gap-x-3 px-4 py-2">
      <label className="flex min-h-9 min-w-0 flex-1 basis-24 items-center gap-2.5 pointer-coarse:min-h-11">
        <input
          type="checkbox"
          checked={rows.length > 0}
          onChange={() => (rows.length > 0 ? change([]) : add())}
          className="size-4 shrink-0 accent-accent pointer-coarse:size-5"
        />
        <span className={classNames("truncate", rows.length === 0 && "text-quiet")} suppressHydrationWarning>
          {name}
        </span>
      </label>
      <div className={classNames("grid gap-2", rows.length > 0 && "max-sm:w-full")}>
        {rows.map(({ key, from, until }, at) => (
          <div key={key} className="flex items-center gap-1.5">
            <Time label={copy.from(name)} name={`from-${day}`} value={from} />
            <span aria-hidden className="text-quiet">
              –
            </span>
            <Time label={copy.until(name)} name={`until-${day}`} value={until} />
            {at === 0 ? (
              <IconButton
                label={copy.addHours(name)}
                isOff={rows.length >= HOURS_MAX}
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
        ))}
        {rows.length === 0 && <p className="flex min-h-9 items-center pe-3 text-quiet">{copy.away}</p>}
      </div>
    </li>
  );
}

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

type IconButtonProps = { label: string; icon: ReactNode; isOff?: boolean; onClick: () => void };

function IconButton({ label, icon, isOff = false, onClick }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      onClick={onClick}
      disabled={isOff}
      className="grid size-9 shrink-0 place-items-center rounded-lg text-quiet transition-colors hover:bg-sunken hover:text-ink disabled:invisible pointer-coarse:size-11"
    >
      {icon}
    </button>
  );
}
