"use client";

import { type ReactNode, useId, useState, useTransition } from "react";
import { generalCopy } from "#components/catalogs/general.ts";
import { Button } from "./button.tsx";
import { closeDialogOf, Dialog } from "./dialog.tsx";
import { Notice } from "./notice.tsx";

type Props = {
  title: ReactNode;
  /** The button's label, a verb. */
  action: string;
  cancel?: string;
  /** "danger" by default; "primary" if nothing is destroyed. */
  look?: "danger" | "primary";
  /** Runs the action. Returns an error message, or undefined. */
  onConfirm: () => Promise<string | undefined>;
  onClose: () => void;
  children: ReactNode;
};

/** Confirms an action that can't be undone. */
export function ConfirmDialog({
  title,
  action,
  cancel = generalCopy.cancel,
  look = "danger",
  onConfirm,
  onClose,
  children,
}: Props) {
  const headingId = useId();
  const [problem, setProblem] = useState<string>();
  const [busy, startTransition] = useTransition();
  const confirm = () => startTransition(async () => setProblem(await onConfirm()));
  return (
    <Dialog labelledBy={headingId} onClose={onClose}>
      <div className="p-6">
        <h2 id={headingId} className="text-xl font-semibold tracking-tight text-balance">
          {title}
        </h2>
        <div className="mt-2 text-quiet text-pretty">{children}</div>
        <div className="mt-4">
          <Notice tone="problem">{problem}</Notice>
        </div>
        <div className="mt-4 flex flex-wrap justify-end gap-3">
          <Button onClick={(event) => closeDialogOf(event.currentTarget)}>{cancel}</Button>
          <Button look={look} busy={busy} onClick={confirm}>
            {action}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
