import { useEffect, useEffectEvent } from "react";
import { useUnsent } from "#components/live/use-unsent.ts";

const FIELD = "textarea, input:not([type=checkbox], [type=radio])";

/** Runs once it's ready, no reply is being sent, and nothing is being written. */
export function useOnceIdle(isReady: boolean, run: () => void): void {
  const isSending = useUnsent().some(({ state }) => state === "sending" || state === "waiting");
  const canRun = isReady && !isSending;
  const runIfIdle = useEffectEvent(() => {
    if (!isWriting()) run();
  });
  useEffect(() => {
    if (!canRun) return;
    const ending = new AbortController();
    // The focus has moved, and the field is empty, only after these events.
    const later = () => setTimeout(() => !ending.signal.aborted && runIfIdle());
    for (const type of ["focusout", "input"]) document.addEventListener(type, later, { signal: ending.signal });
    later();
    return () => ending.abort();
  }, [canRun]);
}

/** Whether something is being written, or a dialog is open. */
export function isWriting(): boolean {
  const { activeElement } = document;
  const isFilled = activeElement?.matches(FIELD) && "value" in activeElement && activeElement.value !== "";
  return isFilled || document.querySelector("dialog[open]") !== null;
}
