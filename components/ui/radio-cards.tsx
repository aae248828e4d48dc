import { useId } from "react";

type Props<V extends string> = {
  label: string;
  name: string;
  options: readonly (readonly [value: V, label: string, hint: string])[];
  defaultValue: NoInfer<V>;
  /** Whether the label is only for screen readers, because a heading says the same. */
  isLabelHidden?: boolean;
};

/** One of a few values that need a sentence each. */
export function RadioCards<V extends string>({ label, name, options, defaultValue, isLabelHidden = false }: Props<V>) {
  const id = useId();
  return (
    <fieldset>
      <legend className={isLabelHidden ? "sr-only" : "mb-1.5 font-medium"}>{label}</legend>
      <div className="grid gap-2">
        {options.map(([value, words, hint]) => (
          <label
            key={value}
            className="flex cursor-pointer items-start gap-3 rounded-lg border border-line px-4 py-3 has-checked:border-accent has-checked:bg-accent-soft"
          >
            <input
              type="radio"
              name={name}
              value={value}
              defaultChecked={value === defaultValue}
              aria-describedby={`${id}-${value}`}
              className="mt-1 size-4 shrink-0 accent-accent"
            />
            <span>
              <span className="block font-medium">{words}</span>
              <span id={`${id}-${value}`} className="block text-sm text-quiet text-pretty">
                {hint}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
