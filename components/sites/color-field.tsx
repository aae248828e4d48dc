"use client";

import { useRef } from "react";
import { sitesCopy } from "#components/catalogs/sites.tsx";
import { controlClass, FieldLabel, FieldWords, useDescribed } from "#components/ui/field.tsx";
import { isHexColor } from "#lib/sites/sites/contrast.ts";

type Props = {
  label: string;
  name: string;
  defaultValue: string;
  hint?: string | undefined;
  error: string | undefined;
};

/** A color, picked or typed. Each input shows the other's value. */
export function ColorField({ label, name, defaultValue, hint, error }: Props) {
  const attributes = useDescribed({ hint, error });
  const picker = useRef<HTMLInputElement>(null);
  const text = useRef<HTMLInputElement>(null);
  return (
    <div>
      <FieldLabel id={attributes.id} label={label} />
      <div className="flex items-center gap-2">
        <input
          ref={picker}
          type="color"
          aria-label={sitesCopy.pickColor}
          defaultValue={isHexColor(defaultValue) ? defaultValue.toLowerCase() : "#000000"}
          onInput={(event) => {
            if (text.current) text.current.value = event.currentTarget.value;
          }}
          className="h-9.5 w-12 shrink-0 rounded-lg border border-edge bg-surface p-1"
        />
        <input
          ref={text}
          name={name}
          defaultValue={defaultValue}
          maxLength={7}
          spellCheck={false}
          autoComplete="off"
          onInput={(event) => {
            const { value } = event.currentTarget;
            if (picker.current && isHexColor(value)) picker.current.value = value.toLowerCase();
          }}
          className={`${controlClass} max-w-32 font-mono`}
          {...attributes}
        />
      </div>
      <FieldWords id={attributes.id} hint={hint} error={error} />
    </div>
  );
}
