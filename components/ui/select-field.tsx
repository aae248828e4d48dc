import type { ReactNode } from "react";
import { FieldLabel, FieldWords, selectClass, useDescribed } from "./field.tsx";

type Props<V extends string | number> = {
  label: string;
  name: string;
  options: readonly (readonly [value: V, label: string])[];
  defaultValue: NoInfer<V>;
  hint?: ReactNode;
  error?: string | undefined;
};

/** One of a few values, from a list. */
export function SelectField<V extends string | number>({ label, name, options, defaultValue, hint, error }: Props<V>) {
  const attributes = useDescribed({ hint, error });
  return (
    <div>
      <FieldLabel id={attributes.id} label={label} />
      <select {...attributes} name={name} defaultValue={defaultValue} className={`${selectClass} max-w-72`}>
        {options.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
      <FieldWords id={attributes.id} hint={hint} error={error} />
    </div>
  );
}
