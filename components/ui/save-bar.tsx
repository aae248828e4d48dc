"use client";

import { useEffect, useRef, useState } from "react";
import { generalCopy } from "#components/catalogs/general.ts";
import { settingsCopy } from "#components/catalogs/settings.tsx";
import { Button } from "./button.tsx";
import { classNames } from "./class-names.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { guardLeaving } from "./leave-guard.ts";
import type { useForm } from "./use-form.ts";
import { useOnline } from "./use-online.ts";

type Form = Pick<ReturnType<typeof useForm>, "isChanged" | "isDone" | "busy" | "problem" | "errors" | "discard">;

const DONE_SHOWN_MS = 4_000;

/**
 * Saves or discards the changes of the form it's in. Its room is always there, so that nothing moves: between a section
 * and the next, or its own. In a row of a list, it opens.
 */
export function SaveBar({ form, done = generalCopy.saved }: { form: Form; done?: string | undefined }) {
  const { isChanged, busy, problem, errors, discard } = form;
  const isDone = useShownForAWhile(form.isDone && !isChanged);
  const isOnline = useOnline();
  const unsavedWords = () => {
    if (!problem) return undefined;
    if (Object.keys(errors).length > 0) return settingsCopy.fixFields;
    return isOnline ? problem.words : settingsCopy.notSavedOffline;
  };
  const words = isChanged ? unsavedWords() : undefined;
  return (
    <div
      className={classNames(
        "pointer-events-none sticky bottom-0 z-10 -mx-2 min-h-18 py-2 max-md:-mx-4 max-md:px-2 [&:is(section_*):not(li_*)]:-mt-5 [&:is(section_*):not(li_*)]:-mb-18",
        !isChanged && !isDone && "[&:is(li_*)]:-mb-18",
      )}
    >
      <div
        className={classNames(
          "flex min-h-14 flex-wrap content-center items-center justify-end gap-2 rounded-xl border py-2 ps-4 pe-2",
          isChanged && "pointer-events-auto",
          isChanged || isDone ? "rise border-line bg-surface shadow-[0_4px_24px_var(--shade)]" : "border-transparent",
          isDone && "w-fit pe-4",
        )}
      >
        <p role="status" className="min-w-0 flex-1 basis-26 empty:grow-0 empty:basis-0">
          {isDone ? done : isChanged && !words ? settingsCopy.unsaved : ""}
        </p>
        <p role="alert" className="min-w-0 flex-1 basis-40 text-danger empty:grow-0 empty:basis-0">
          {words}
        </p>
        {isChanged && (
          <>
            <Button look="quiet" onClick={discard}>
              {settingsCopy.discard}
            </Button>
            <Button type="submit" look="primary" busy={busy}>
              {settingsCopy.saveChanges}
            </Button>
            <LeaveQuestion />
          </>
        )}
      </div>
    </div>
  );
}

function useShownForAWhile(isShown: boolean): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    setOver(false);
    if (!isShown) return;
    const timer = setTimeout(() => setOver(true), DONE_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isShown]);
  return isShown && !isOver;
}

/** Asks before the page is left. */
function LeaveQuestion() {
  const hint = useRef<HTMLSpanElement>(null);
  const [asked, setAsked] = useState<{ leave: () => void; count: number }>();
  useEffect(
    () =>
      guardLeaving((leave) => {
        // A closed dialog is removed a frame later. Asked meanwhile, the question needs a dialog of its own.
        const isOpen = hint.current?.closest("dialog")?.open;
        setAsked((before) => ({ leave, count: (before?.count ?? 0) + (isOpen ? 0 : 1) }));
      }),
    [],
  );
  if (!asked) return null;
  const { leave, count } = asked;
  return (
    <ConfirmDialog
      key={count}
      title={settingsCopy.leaveTitle}
      action={settingsCopy.leave}
      cancel={settingsCopy.keepEditing}
      onConfirm={() => {
        setAsked(undefined);
        leave();
        return Promise.resolve(undefined);
      }}
      onClose={() => setAsked((now) => (now?.count === count ? undefined : now))}
    >
      <span ref={hint}>{settingsCopy.leaveHint}</span>
    </ConfirmDialog>
  );
}
