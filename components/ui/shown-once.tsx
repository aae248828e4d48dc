import type { ReactNode } from "react";
import { generalCopy } from "#components/catalogs/general.ts";
import { Button } from "./button.tsx";
import { CopyField } from "./copy-field.tsx";

const takeFocus = (node: HTMLElement | null) => node?.focus();

type Props = {
  /** What it is, as in "New API key". */
  title: string;
  label: string;
  text: string;
  onStored: () => void;
  /** Where it belongs. */
  children: ReactNode;
};

/** Something secret that was made just now, and is shown this once. */
export function ShownOnce({ title, label, text, onStored, children }: Props) {
  return (
    <section
      ref={takeFocus}
      tabIndex={-1}
      aria-label={title}
      className="grid gap-3 rounded-xl border border-line bg-paper p-4"
    >
      <p className="max-w-120 text-pretty">
        <strong className="font-semibold">{generalCopy.shownOnce}</strong> {children}
      </p>
      <CopyField label={label} text={text} />
      <div>
        <Button look="primary" onClick={onStored}>
          {generalCopy.doneSaving}
        </Button>
      </div>
    </section>
  );
}
