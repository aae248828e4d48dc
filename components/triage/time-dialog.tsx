"use client";

import { type ReactNode, useId, useState } from "react";
import { triageCopy } from "#components/catalogs/triage.tsx";
import { useReader } from "#components/time/reader.tsx";
import { clockTime, untilTime } from "#components/time/time-words.ts";
import { closeDialogOf, Dialog, DialogButtons } from "#components/ui/dialog.tsx";
import { Field } from "#components/ui/field.tsx";
import { MenuButton } from "#components/ui/menu.tsx";
import { fromField, snoozeTimes, toField } from "./snooze-times.ts";

const DAYS_MAX = 366;
const DAY_MS = 86_400_000;

type Props = {
  copy: { title: string; chooseTime: string; setTime: string; pastTime: string };
  onChoose: (at: Date) => void;
  onClose: () => void;
  /** More choices, below the times. */
  children?: ReactNode;
};

/** Asks for a time in the next year: one of a few, or any. */
export function TimeDialog({ copy, onChoose, onClose, children }: Props) {
  const headingId = useId();
  const reader = useReader();
  const { timeZone } = reader;
  // Fixed when the dialog opens, so that nothing changes under the reader.
  const [now] = useState(() => new Date());
  const [error, setError] = useState<string>();
  const times = snoozeTimes(now, timeZone);

  const choose = (at: Date, element: Element) => {
    closeDialogOf(element);
    onChoose(at);
  };
  const submit = (form: HTMLFormElement) => {
    const at = fromField(String(new FormData(form).get("until")), timeZone);
    const ahead = at ? at.getTime() - Date.now() : 0;
    if (!at || ahead <= 0 || ahead > DAYS_MAX * DAY_MS) setError(copy.pastTime);
    else choose(at, form);
  };

  return (
    <Dialog labelledBy={headingId} onClose={onClose} className="w-full max-w-sm max-sm:mb-4 max-sm:w-[calc(100%-2rem)]">
      <h2 id={headingId} className="px-5 pt-5 text-lg font-semibold">
        {copy.title}
      </h2>
      <ul className="p-2.5">
        {times.map(({ name, until }) => (
          <MenuButton key={name} onClick={(event) => choose(until, event.currentTarget)}>
            <span className="flex-1">{triageCopy.times[name]}</span>
            <span className="text-sm text-quiet tabular-nums">
              {name === "week" ? untilTime(until, reader) : clockTime(until, reader)}
            </span>
          </MenuButton>
        ))}
        {children}
      </ul>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit(event.currentTarget);
        }}
        className="grid gap-3 border-t border-line px-5 pt-4 pb-5"
      >
        <Field
          label={copy.chooseTime}
          name="until"
          type="datetime-local"
          defaultValue={toField(times.find(({ name }) => name === "tomorrow")?.until ?? now, timeZone)}
          min={toField(now, timeZone)}
          error={error}
        />
        <DialogButtons busy={false}>{copy.setTime}</DialogButtons>
      </form>
    </Dialog>
  );
}
