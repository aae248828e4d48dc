"use client";

import { Button } from "#components/ui/button.tsx";
import { CopyField } from "#components/ui/copy-field.tsx";

const takeFocus = (node: HTMLElement | null) => node?.focus();

/** A secret that was made just now, and is shown this once. */
export function NewSecret({ secret, onStored }: { secret: string; onStored: () => void }) {
  return (
    <section
      ref={takeFocus}
      tabIndex={-1}
      aria-label="New secret"
      className="grid gap-3 rounded-xl border border-line bg-paper p-4"
    >
      <p className="max-w-120 text-pretty">
        <strong className="font-semibold">Copy it now: it is not shown again.</strong> Store it among your server’s
        secrets, as SITE_INBOX_IDENTITY_SECRET.
      </p>
      <CopyField label="Identity secret" text={secret} />
      <div>
        <Button look="primary" onClick={onStored}>
          I have stored it
        </Button>
      </div>
    </section>
  );
}
