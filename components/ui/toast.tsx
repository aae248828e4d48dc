"use client";

import { useEffect, useState, useSyncExternalStore } from "react";
import { createStore } from "#client/store.ts";
import { generalCopy } from "#components/catalogs/general.ts";
import { Button } from "./button.tsx";
import { useCommand } from "./commands.ts";
import { preferences } from "./preferences.ts";

export type Toast = {
  words: string;
  /** How far it is, which isn't spoken. */
  detail?: string;
  /** Takes back what happened. Returns an error message, or undefined. */
  undo?: (() => Promise<string | undefined>) | undefined;
  /** How long it's shown, if not as long as others. Null: until another one is. */
  shownMs?: number | null;
};

const SHOWN_MS = 8_000;
const EMPTY: { toast: Toast | undefined } = { toast: undefined };
const shown = createStore(EMPTY);

/** Says what happened, for a few seconds. The next toast replaces it. */
export const showToast = (toast: Toast) => shown.set({ toast });

export const isToastShown = (toast: Toast) => shown.get().toast === toast;

export const hideToast = () => shown.set(EMPTY);

/** Where toasts appear. They stay while the pointer or the focus is on them. */
export function ToastArea() {
  const { toast } = useSyncExternalStore(shown.subscribe, shown.get, () => EMPTY);
  const [isHeld, setHeld] = useState(false);

  useEffect(() => {
    const { shownMs = SHOWN_MS } = toast ?? {};
    if (!toast || isHeld || shownMs === null) return;
    const hiding = setTimeout(hideToast, shownMs);
    return () => clearTimeout(hiding);
  }, [toast, isHeld]);

  const undo = async () => {
    setHeld(false);
    hideToast();
    const problem = await toast?.undo?.();
    if (problem) showToast({ words: problem });
  };
  useCommand("undo", toast?.undo && generalCopy.undo, () => void undo());

  return (
    <div
      role="status"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="pointer-events-none fixed inset-x-2 bottom-[calc(9.5rem+env(safe-area-inset-bottom))] z-20 flex md:start-23 md:end-auto md:bottom-4"
    >
      {toast && (
        <div className="rise pointer-events-auto flex min-h-12 max-w-full items-center gap-3 rounded-xl border border-line bg-surface py-1.5 ps-4 pe-1.5 shadow-[0_8px_32px_var(--shade)]">
          <p className="min-w-0 pe-2.5 text-pretty">
            {toast.words}
            {toast.detail && (
              <span aria-hidden className="ms-1.5 text-quiet tabular-nums">
                {toast.detail}
              </span>
            )}
          </p>
          {toast.undo && (
            <Button look="quiet" onClick={() => void undo()}>
              <span className="text-accent">{generalCopy.undo}</span>
              {preferences.get("shortcuts") !== "off" && (
                <span className="pointer-coarse:hidden">{generalCopy.undoKey}</span>
              )}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
