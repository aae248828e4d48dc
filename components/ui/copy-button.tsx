"use client";

import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { generalCopy } from "#components/catalogs/general.ts";

const SHOWN_MS = 2000;

/** Copies a short text that's shown next to it. */
export function CopyButton({ label, text }: { label: string; text: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      setTimeout(() => setCopied(false), SHOWN_MS);
    } catch {
      // Without permission, the reader can still select the text.
    }
  };
  return (
    <>
      <button
        type="button"
        title={label}
        onClick={copy}
        className="-my-1.5 grid size-8 shrink-0 place-items-center rounded-lg text-quiet transition-colors hover:bg-sunken hover:text-ink"
      >
        {isCopied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
        <span className="sr-only">{label}</span>
      </button>
      <span role="status" className="sr-only">
        {isCopied && generalCopy.copied}
      </span>
    </>
  );
}
