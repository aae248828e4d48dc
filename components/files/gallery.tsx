"use client";

import { ChevronLeft, ChevronRight, Download, X } from "lucide-react";
import { type KeyboardEvent, useId, useState } from "react";
import type { MessageFile } from "#client/live-event.ts";
import { pictureStep } from "#client/picture-step.ts";
import { hasModifier } from "#client/pressed-key.ts";
import { filesCopy } from "#components/catalogs/files.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { closeDialogOf, Dialog } from "#components/ui/dialog.tsx";
import { sizeWords } from "#platform/size-words.ts";

type Props = { pictures: readonly MessageFile[]; first: string; onClose: () => void };

/** The pictures of a message, one at a time over the page. The arrow keys go from one to the next. */
export function Gallery({ pictures, first, onClose }: Props) {
  const headingId = useId();
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      pictures.findIndex(({ id }) => id === first),
    ),
  );
  const picture = pictures[at];
  const go = (step: number) => setAt((before) => Math.min(pictures.length - 1, Math.max(0, before + step)));
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (hasModifier(event)) return;
    const isRightToLeft = getComputedStyle(event.currentTarget).direction === "rtl";
    const next = pictureStep(event.key, at, pictures.length, isRightToLeft);
    if (next === undefined) return;
    setAt(next);
    event.preventDefault();
  };
  if (!picture) return null;
  const { name, size, width, height, previewUrl, url } = picture;
  return (
    <Dialog
      labelledBy={headingId}
      onClose={onClose}
      className="h-dvh max-h-none w-screen max-w-none rounded-none border-0 backdrop:bg-surface"
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys of the dialog's buttons. */}
      <div onKeyDown={onKeyDown} className="flex h-dvh flex-col pb-[env(safe-area-inset-bottom)]">
        <header className="flex items-center gap-2 px-3 py-2">
          <div className="min-w-0 flex-1 px-1">
            <h2 id={headingId} className="truncate font-medium">
              <bdi>{name}</bdi>
            </h2>
            <p role="status" className="text-xs text-quiet tabular-nums">
              {pictures.length > 1 && <>{filesCopy.position(at + 1, pictures.length)} · </>}
              {sizeWords(size)}
            </p>
          </div>
          <a href={url} download={name} className={BUTTON}>
            <Download size={18} aria-hidden />
            <span className="sr-only">{filesCopy.download}</span>
          </a>
          <button type="button" onClick={({ currentTarget }) => closeDialogOf(currentTarget)} className={BUTTON}>
            <X size={18} aria-hidden />
            <span className="sr-only">{filesCopy.close}</span>
          </button>
        </header>
        <div className="relative flex min-h-0 flex-1 items-center justify-center px-3 pb-3">
          {/* biome-ignore lint/performance/noImgElement: the service has made the sizes. */}
          <img
            key={picture.id}
            src={previewUrl ?? url}
            alt={filesCopy.picture(name)}
            width={width}
            height={height}
            className="max-h-full w-auto max-w-full object-contain"
          />
          {pictures.length > 1 && (
            <>
              <button
                type="button"
                aria-disabled={at === 0}
                onClick={() => go(-1)}
                className={classNames(BUTTON, STEP, "start-3")}
              >
                <ChevronLeft size={20} aria-hidden className="rtl:rotate-180" />
                <span className="sr-only">{filesCopy.previous}</span>
              </button>
              <button
                type="button"
                aria-disabled={at === pictures.length - 1}
                onClick={() => go(1)}
                className={classNames(BUTTON, STEP, "end-3")}
              >
                <ChevronRight size={20} aria-hidden className="rtl:rotate-180" />
                <span className="sr-only">{filesCopy.next}</span>
              </button>
            </>
          )}
        </div>
      </div>
    </Dialog>
  );
}

const BUTTON =
  "grid size-10 shrink-0 place-items-center rounded-lg text-quiet transition-colors hover:bg-sunken hover:text-ink pointer-coarse:size-11";
const STEP = "absolute top-1/2 -translate-y-1/2 border border-line bg-surface aria-disabled:opacity-40";
