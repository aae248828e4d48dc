"use client";

import { Plus, X } from "lucide-react";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { hoursCopy as copy } from "#components/catalogs/hours.tsx";
import { useReader } from "#components/time/reader.tsx";
import { Button } from "#components/ui/button.tsx";
import { announceInput, DayFields } from "#components/ui/day-hours.tsx";
import { Field } from "#components/ui/field.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import type { Holiday } from "./hours-fields.ts";
import { nightWords } from "./hours-words.ts";

const HOLIDAYS_MAX = 100;
const WINDOWS_MAX = 6;
const NAME_MAX = 60;

type Props = { initial: Holiday[]; typed: Holiday[]; errors: Record<string, string> };

/** Days with hours of their own, or closed. */
export function HolidayFields({ initial, typed, errors }: Props) {
  const list = useRef<HTMLFieldSetElement>(null);
  const [rows, setRows] = useState(() => initial.map((holiday, key) => ({ key, ...holiday })));
  const change = (next: typeof rows) => {
    flushSync(() => setRows(next));
    announceInput(list.current);
  };
  const add = () => {
    const key = Math.max(-1, ...rows.map((row) => row.key)) + 1;
    change([...rows, { key, name: "", from: "", to: "", hours: [] }]);
    list.current?.querySelector<HTMLInputElement>("li:last-child input:not([type=hidden])")?.focus();
  };
  const remove = (key: number) => {
    change(rows.filter((row) => row.key !== key));
    list.current?.querySelector<HTMLButtonElement>("button:last-of-type")?.focus();
  };
  return (
    <fieldset ref={list} className="min-w-0">
      <legend className="font-medium">{copy.holidays}</legend>
      <p className="mb-2 text-sm text-quiet">{copy.holidaysHint}</p>
      {rows.length > 0 && (
        <ul className="mb-2 divide-y divide-line rounded-lg border border-line">
          {rows.map((row, at) => (
            <li key={row.key}>
              <HolidayRow row={row} at={at} typed={typed[at] ?? row} errors={errors} onRemove={() => remove(row.key)} />
            </li>
          ))}
        </ul>
      )}
      {errors.exceptions && (
        <p role="alert" className="mb-2 text-sm text-danger">
          {errors.exceptions}
        </p>
      )}
      {rows.length < HOLIDAYS_MAX && (
        <Button onClick={add}>
          <Plus size={16} aria-hidden />
          {copy.addHoliday}
        </Button>
      )}
    </fieldset>
  );
}

type RowProps = {
  row: Holiday & { key: number };
  at: number;
  typed: Holiday;
  errors: Record<string, string>;
  onRemove: () => void;
};

function HolidayRow({ row: { key, name, from, to, hours }, at, typed, errors, onRemove }: RowProps) {
  const { language } = useReader();
  const called = typed.name || copy.holiday(at + 1);
  const error = (field: string) => errors[`exceptions.${at}.${field}`];
  return (
    <div className="pt-3">
      <input type="hidden" name="holiday" value={key} />
      <div className="flex items-start gap-3 ps-4 pe-2">
        <div className="grid min-w-0 flex-1 gap-3 sm:grid-cols-3">
          <Field
            label={copy.holidayName}
            optional
            name={`name-${key}`}
            maxLength={NAME_MAX}
            placeholder={copy.holidayExample}
            defaultValue={name}
            error={error("name")}
          />
          <Field
            label={copy.firstDay}
            type="date"
            required
            name={`first-${key}`}
            defaultValue={from}
            error={error("from")}
          />
          <Field
            label={copy.lastDay}
            optional
            type="date"
            name={`last-${key}`}
            min={typed.from}
            defaultValue={to}
            error={error("to")}
          />
        </div>
        <div className="mt-7.5">
          <IconButton label={copy.removeHoliday(called)} icon={<X size={16} aria-hidden />} onClick={onRemove} />
        </div>
      </div>
      <DayFields
        slot={`h${key}`}
        name={called}
        label={copy.open}
        initial={hours}
        copy={{ ...copy, off: copy.closed }}
        max={WINDOWS_MAX}
        hint={(index) => nightWords(typed.hours[index], language)}
        error={error("windows")}
      />
    </div>
  );
}
