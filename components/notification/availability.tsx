"use client";

import { callApi } from "#components/api/call-api.ts";
import { fieldProblem } from "#components/api/problem.ts";
import { notificationsCopy } from "#components/catalogs/notifications.tsx";
import { useReader } from "#components/time/reader.tsx";
import { DAYS, weekOf, windowsOf, wrongDayOf } from "#components/time/week-hours.ts";
import { Choice } from "#components/ui/choice.tsx";
import { DayFields, readDay } from "#components/ui/day-hours.tsx";
import { Field } from "#components/ui/field.tsx";
import { textOf } from "#components/ui/form-text.ts";
import { SaveBar } from "#components/ui/save-bar.tsx";
import { useForm } from "#components/ui/use-form.ts";
import type { MembershipJson } from "#lib/team/members/schema.ts";

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
  const week = weekOf(schedule?.windows);
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
                <li key={day}>
                  <DayFields
                    slot={day}
                    name={nameOf(day)}
                    initial={fields.week[at] ?? []}
                    copy={{ ...copy, off: copy.away }}
                    max={HOURS_MAX}
                  />
                </li>
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
