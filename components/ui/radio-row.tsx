import type { ReactNode } from "react";

type Props<V extends string | number> = {
  label: string;
  name: string;
  options: readonly (readonly [value: V, label: ReactNode])[];
  defaultValue: NoInfer<V>;
  hint?: string;
};

/** One of a few values, side by side. */
export function RadioRow<V extends string | number>({ label, name, options, defaultValue, hint }: Props<V>) {
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">{label}</legend>
      <div className="flex w-fit max-w-full flex-wrap gap-1 rounded-lg border border-line p-1">
        {options.map(([value, words]) => (
          <label
            key={value}
            className="flex min-h-8 items-center gap-2 rounded-md px-3 text-quiet transition-colors hover:text-ink has-checked:bg-accent-soft has-checked:font-medium has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-accent pointer-coarse:min-h-11"
          >
            <input type="radio" name={name} value={value} defaultChecked={value === defaultValue} className="sr-only" />
            {words}
          </label>
        ))}
      </div>
      {hint && <p className="mt-1.5 text-sm text-quiet text-pretty">{hint}</p>}
    </fieldset>
  );
}
