import type { ReactNode } from "react";
import { generalCopy } from "#components/catalogs/general.ts";
import { Button } from "./button.tsx";
import { CopyField } from "./copy-field.tsx";

const takeFocus = (node: HTMLElement | null) => node?.focus();

type Props = {
  /** What it is, such as "New API key". */
  title: string;
  label: string;
  text: string;
  onStored: () => void;
  /** Where to store it. */
  children: ReactNode;
};

/** Shows a new secret, once. */
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
