"use client";

import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent, useState } from "react";
import { flushSync } from "react-dom";
import { type ApiResult, callApi, callDelete } from "#components/api/call-api.ts";
import { hoursCopy as copy } from "#components/catalogs/hours.tsx";
import { useReader } from "#components/time/reader.tsx";
import { DAYS, type WeekHours, WORKDAYS } from "#components/time/week-hours.ts";
import { Button } from "#components/ui/button.tsx";
import { announceInput, DayFields } from "#components/ui/day-hours.tsx";
import { Field } from "#components/ui/field.tsx";
import { RadioCards } from "#components/ui/radio-cards.tsx";
import { SaveBar } from "#components/ui/save-bar.tsx";
import { useForm } from "#components/ui/use-form.ts";
import type { HoursJson, PutHoursBody } from "#lib/sites/hours/schema.ts";
import { HolidayFields } from "./holiday-fields.tsx";
import { bodyOf, fieldsOf, type HoursFields, problemOf, problemOfDates, readHours } from "./hours-fields.ts";
import { nightWords, weekdayOf } from "./hours-words.ts";
import { ZoneField } from "./zone-field.tsx";

const WINDOWS_MAX = 6;
const MODES = [
  ["none", copy.mode.none, copy.mode.noneHint],
  ["week", copy.mode.week, copy.mode.weekHint],
  ["always", copy.mode.always, copy.mode.alwaysHint],
] as const;

/** Hours as they're typed. They're incomplete without a body. */
export type TypedHours = { isSet: boolean; body: PutHoursBody | undefined };

type Props = { siteId: string; hours: HoursJson | undefined; onType: (typed: TypedHours) => void };

/** Edits when someone is there to reply. */
export function HoursForm({ siteId, hours, onType }: Props) {
  const { language, timeZone } = useReader();
  const nameOf = (day: number) => weekdayOf(day, language);
  const router = useRouter();
  const initial = fieldsOf(hours, timeZone);
  const edit = useForm<HoursFields>({
    initial,
    read: (form) => readHours(form, initial),
    submit: async (typed, _, form): Promise<ApiResult<unknown>> => {
      if (typed.mode === "none") return callDelete(`/sites/${siteId}/hours`);
      const keys = form.getAll("holiday").map(String);
      const problem = problemOf(typed, nameOf) ?? problemOfDates(edit.form.ref.current, keys);
      return problem ?? callApi(`/sites/${siteId}/hours`, { method: "PUT", body: bodyOf(typed) });
    },
    onDone: () => router.refresh(),
  });
  const { typed, saved, fields, errors } = edit;
  const isSet = typed.mode !== "none";
  const report = useEffectEvent(() =>
    onType({ isSet, body: isSet && !problemOf(typed, nameOf) ? bodyOf(typed) : undefined }),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: reports what's typed.
  useEffect(() => report(), [typed]);
  return (
    <form key={edit.key} {...edit.form} noValidate className="grid content-start gap-6 *:min-w-0">
      <RadioCards label={copy.mode.label} name="mode" options={MODES} defaultValue={fields.mode} isLabelHidden />
      {!isSet && saved.mode !== "none" && <p className="text-danger">{copy.removes}</p>}
      <div hidden={!isSet}>
        <ZoneField
          initial={saved.mode === "none" ? timeZone : fields.timeZone}
          typed={typed.timeZone}
          error={errors.timeZone}
        />
      </div>
      <div hidden={typed.mode !== "week"}>
        <WeekFields initial={fields.week} typed={typed.week} errors={errors} />
      </div>
      <div hidden={!isSet}>
        <HolidayFields initial={fields.holidays} typed={typed.holidays} errors={errors} />
      </div>
      <div hidden={!isSet} className="max-w-72">
        <Field
          label={copy.closedUntil}
          hint={copy.closedUntilHint}
          optional
          type="datetime-local"
          name="closedUntil"
          defaultValue={fields.closedUntil}
          error={errors.closedUntil}
        />
      </div>
      <SaveBar form={edit} />
    </form>
  );
}

/** An error at a list, or at anything in it. */
const errorOf = (errors: Record<string, string>, list: string) =>
  Object.entries(errors).find(([path]) => path === list || path.startsWith(`${list}.`))?.[1];

type WeekProps = { initial: WeekHours; typed: WeekHours; errors: Record<string, string> };

/** Monday to Sunday, each with its hours. */
function WeekFields({ initial, typed, errors }: WeekProps) {
  const error = errorOf(errors, "windows");
  const { language } = useReader();
  const [week, setWeek] = useState({ days: initial, round: 0 });
  const monday = weekdayOf(1, language);
  return (
    <fieldset aria-describedby={error && "week-error"}>
      <legend className="mb-1.5 font-medium">{copy.week}</legend>
      <ul className="divide-y divide-line rounded-lg border border-line">
        {DAYS.map((day, at) => (
          <li key={`${day} ${week.round}`}>
            <DayFields
              slot={day}
              name={weekdayOf(day, language)}
              label={<time>{weekdayOf(day, language)}</time>}
              initial={week.days[at] ?? []}
              copy={{ ...copy, off: copy.closed }}
              max={WINDOWS_MAX}
              hint={(index) => nightWords(typed[at]?.[index], language)}
              error={errors[`day-${day}`]}
            />
          </li>
        ))}
      </ul>
      {error && (
        <p id="week-error" role="alert" className="mt-1.5 text-sm text-danger">
          {error}
        </p>
      )}
      <div className="mt-2">
        <Button
          onClick={({ currentTarget }) => {
            const days = typed.map((hours, at) => (at < WORKDAYS ? (typed[0] ?? []) : hours));
            flushSync(() => setWeek({ days, round: week.round + 1 }));
            announceInput(currentTarget);
          }}
        >
          <span suppressHydrationWarning>{copy.copyDay(monday)}</span>
        </Button>
      </div>
    </fieldset>
  );
}
