"use client";

import { Check, Copy, Download } from "lucide-react";
import { useState } from "react";
import { generalCopy } from "#components/catalogs/general.ts";
import { securityCopy } from "#components/catalogs/security.tsx";
import { Button } from "#components/ui/button.tsx";

const takeFocus = (node: HTMLElement | null) => node?.focus();

/** Shows new recovery codes, once. */
export function RecoveryCodes({ codes, onSaved }: { codes: string[]; onSaved: () => void }) {
  const [isCopied, setCopied] = useState(false);
  const text = codes.join("\n");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // Without permission, the reader can still select the text.
    }
  };
  return (
    <section
      ref={takeFocus}
      tabIndex={-1}
      aria-label={securityCopy.saveCodes}
      className="grid max-w-sm gap-4 rounded-xl border border-line bg-paper p-4"
    >
      <div>
        <h3 className="font-semibold">{securityCopy.saveCodes}</h3>
        <p className="mt-1 text-quiet text-pretty">{securityCopy.saveCodesHint}</p>
      </div>
      <ul className="grid gap-x-6 gap-y-1.5 font-mono text-sm sm:grid-cols-2" dir="ltr">
        {codes.map((code) => (
          <li key={code} className="whitespace-nowrap">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button onClick={copy}>
          {isCopied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
          {isCopied ? generalCopy.copied : generalCopy.copy}
        </Button>
        <Button onClick={() => save(text)}>
          <Download size={16} aria-hidden />
          {securityCopy.download}
        </Button>
      </div>
      <span role="status" className="sr-only">
        {isCopied && generalCopy.copied}
      </span>
      <div>
        <Button look="primary" onClick={onSaved}>
          {securityCopy.codesSaved}
        </Button>
      </div>
    </section>
  );
}

function save(text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([`${text}\n`], { type: "text/plain" }));
  link.download = securityCopy.fileName;
  link.click();
  URL.revokeObjectURL(link.href);
}
