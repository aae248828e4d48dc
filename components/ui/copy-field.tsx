"use client";

import { Check, Copy } from "lucide-react";
import { useRef, useState } from "react";
import { generalCopy } from "#components/catalogs/general.ts";
import { Button } from "./button.tsx";

const SHOWN_MS = 2000;

/** A text with a copy button. Without permission to write to the clipboard, it's selected for the reader to copy. */
export function CopyField({ label, text }: { label: string; text: string }) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [came, setCame] = useState<"copied" | "selected" | null>(null);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCame("copied");
      setTimeout(() => setCame(null), SHOWN_MS);
    } catch {
      area.current?.focus();
      area.current?.select();
      setCame("selected");
    }
  };

  return (
    <div>
      <div className="flex flex-col gap-2 rounded-lg border border-line bg-sunken p-2 sm:flex-row sm:items-start">
        <textarea
          ref={area}
          readOnly
          aria-label={label}
          rows={2}
          value={text}
          spellCheck={false}
          dir="ltr"
          onFocus={(event) => event.currentTarget.select()}
          className="field-sizing-content block min-w-0 flex-1 resize-none rounded px-2 py-1.5 font-mono text-sm break-all"
        />
        <Button onClick={copy}>
          {came === "copied" ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
          {came === "copied" ? generalCopy.copied : generalCopy.copy}
        </Button>
      </div>
      <p role="status" className="mt-1 text-sm text-quiet empty:hidden">
        {came === "selected" ? generalCopy.copyByHand : ""}
      </p>
      <span role="status" className="sr-only">
        {came === "copied" ? generalCopy.copied : ""}
      </span>
    </div>
  );
}
