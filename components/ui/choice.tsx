"use client";

import { type ReactNode, useId, useState, useTransition } from "react";
import { Notice } from "./notice.tsx";

type Props = {
  label: string;
  hint: ReactNode;
  initial: boolean;
  disabled?: boolean;
  /** Stores the choice. Returns an error message, or undefined. */
  onChoose: (isOn: boolean) => Promise<string | undefined>;
};

/** A switch that's stored as soon as it's changed. */
export function Choice({ label, hint, initial, disabled = false, onChoose }: Props) {
  const id = useId();
  const [isOn, setOn] = useState(initial);
  const [problem, setProblem] = useState<string>();
  const [busy, startTransition] = useTransition();
  const choose = (wanted: boolean) => {
    setOn(wanted);
    startTransition(async () => {
      const words = await onChoose(wanted);
      setProblem(words);
      if (words) setOn(!wanted);
    });
  };
  return (
    <div className="grid gap-3">
      <div className="grid grid-cols-[auto_1fr] gap-x-2.5">
        <input
          type="checkbox"
          id={id}
          checked={isOn}
          disabled={disabled || busy}
          aria-describedby={`${id}-hint`}
          onChange={(event) => choose(event.currentTarget.checked)}
          className="mt-1 size-4 accent-accent"
        />
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        <p id={`${id}-hint`} className="col-start-2 text-sm text-quiet text-pretty">
          {hint}
        </p>
      </div>
      <Notice tone="problem">{problem}</Notice>
    </div>
  );
}
