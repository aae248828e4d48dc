import { type ReactNode, useId } from "react";

type Props = { label: string; hint: ReactNode; name: string; defaultChecked: boolean };

/** A switch of a form. */
export function Choice({ label, hint, ...input }: Props) {
  const id = useId();
  return (
    <div className="grid grid-cols-[auto_1fr] gap-x-2.5">
      <input
        {...input}
        type="checkbox"
        id={id}
        aria-describedby={`${id}-hint`}
        className="mt-0.5 size-4 accent-accent pointer-coarse:size-5"
      />
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <p id={`${id}-hint`} className="col-start-2 text-sm text-quiet text-pretty">
        {hint}
      </p>
    </div>
  );
}
