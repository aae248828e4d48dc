import { type ComponentProps, type ReactNode, useId } from "react";
import { generalCopy } from "#components/catalogs/general.ts";
import { classNames } from "./class-names.ts";

type Described = { label: string; hint?: ReactNode; error?: string | undefined; optional?: boolean };

const CONTROL =
  "block w-full min-w-0 rounded-lg border border-edge bg-surface px-3 py-2 text-base transition-colors focus-visible:outline-offset-0 aria-invalid:border-danger pointer-coarse:text-lg";

/** Returns the attributes that connect a control with its label, hint and error. */
export function useDescribed({ hint, error }: Pick<Described, "hint" | "error">) {
  const id = useId();
  const describedBy = error ? `${id}-error` : hint ? `${id}-hint` : undefined;
  return { id, "aria-invalid": error ? true : undefined, "aria-describedby": describedBy };
}

/** Shows a field's error, or else its hint. */
export function FieldWords({ id, hint, error }: { id: string } & Pick<Described, "hint" | "error">) {
  if (error) {
    return (
      <p id={`${id}-error`} role="alert" className="mt-1.5 text-sm text-danger">
        {error}
      </p>
    );
  }
  if (!hint) return null;
  return (
    <p id={`${id}-hint`} className="mt-1.5 text-sm text-quiet">
      {hint}
    </p>
  );
}

export function FieldLabel({ id, label, optional }: { id: string; label: string; optional?: boolean | undefined }) {
  return (
    <label htmlFor={id} className="mb-1.5 block font-medium">
      {label}
      {optional && <span className="font-normal text-quiet"> {generalCopy.optional}</span>}
    </label>
  );
}

/** A text field with its label and error. */
export function Field({ label, hint, error, optional, ...input }: Described & Omit<ComponentProps<"input">, "id">) {
  const attributes = useDescribed({ hint, error });
  return (
    <div>
      <FieldLabel id={attributes.id} label={label} optional={optional} />
      <input {...input} {...attributes} className={CONTROL} />
      <FieldWords id={attributes.id} hint={hint} error={error} />
    </div>
  );
}

export function TextField({ label, hint, error, ...area }: Described & Omit<ComponentProps<"textarea">, "id">) {
  const attributes = useDescribed({ hint, error });
  return (
    <div>
      <FieldLabel id={attributes.id} label={label} />
      <textarea
        rows={3}
        {...area}
        {...attributes}
        className={classNames(CONTROL, "field-sizing-content max-h-60 wrap-anywhere")}
      />
      <FieldWords id={attributes.id} hint={hint} error={error} />
    </div>
  );
}

/** The attributes of a field for a URL that the service sends requests to. */
export const urlInput = {
  type: "url",
  inputMode: "url",
  autoComplete: "off",
  spellCheck: false,
  maxLength: 2000,
  required: true,
} as const;

/** A select as high as the fields next to it, with its arrow apart from the border. */
export const selectClass = `${CONTROL} chevron pe-9`;

export const controlClass = CONTROL;
