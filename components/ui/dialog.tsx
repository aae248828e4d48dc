"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { generalCopy } from "#components/catalogs/general.ts";
import { Button } from "./button.tsx";
import { classNames } from "./class-names.ts";

type Props = { labelledBy: string; onClose: () => void; className?: string; children: ReactNode };

const LOOK =
  "rise m-auto rounded-2xl border border-line bg-surface p-0 text-ink shadow-[0_16px_64px_var(--shade)] backdrop:bg-(--shade)";

/** A modal dialog, open while it's mounted. The browser traps the focus, and restores it on close. */
export function Dialog({ labelledBy, onClose, className, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Dragging a selection out of the dialog isn't a click on the backdrop.
  const pressed = useRef<EventTarget>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser closes a dialog on Escape.
    <dialog
      ref={dialog}
      aria-labelledby={labelledBy}
      onClose={onClose}
      onPointerDown={(event) => {
        pressed.current = event.target;
      }}
      onClick={(event) => {
        const behind = event.currentTarget;
        if (event.target === behind && pressed.current === behind) behind.close();
      }}
      className={classNames(LOOK, className ?? "w-full max-w-md max-sm:mb-4 max-sm:w-[calc(100%-2rem)]")}
    >
      {children}
    </dialog>
  );
}

/** Closes the dialog that contains an element. */
export const closeDialogOf = (element: Element) => element.closest("dialog")?.close();

type ButtonsProps = { look?: "primary" | "danger"; busy: boolean; children: ReactNode };

/** Ends a dialog's form: closes the dialog, or submits. */
export function DialogButtons({ look = "primary", busy, children }: ButtonsProps) {
  return (
    <div className="flex flex-wrap justify-end gap-3">
      <Button onClick={(event) => closeDialogOf(event.currentTarget)}>{generalCopy.cancel}</Button>
      <Button type="submit" look={look} busy={busy}>
        {children}
      </Button>
    </div>
  );
}
