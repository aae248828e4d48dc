"use client";

import { X } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import { generalCopy } from "#components/catalogs/general.ts";
import { visitorCopy } from "#components/catalogs/visitor.tsx";
import { closeDialogOf, Dialog } from "#components/ui/dialog.tsx";
import type { ConversationJson } from "#lib/desk/conversations/schema.ts";
import { AboutVisitor } from "./visitor-panel.tsx";

type Props = { conversation: ConversationJson; siteColor: string | undefined; onClose: () => void };

/** Shows the visitor over the conversation, on screens too narrow for the panel next to it. */
export function VisitorSheet({ conversation, siteColor, onClose }: Props) {
  const headingId = useId();
  const content = useRef<HTMLDivElement>(null);

  // A tablet that's turned may have room for the panel.
  useEffect(() => {
    const wide = matchMedia("(min-width: 80rem)");
    const close = () => content.current && closeDialogOf(content.current);
    wide.addEventListener("change", close);
    return () => wide.removeEventListener("change", close);
  }, []);

  return (
    <Dialog
      labelledBy={headingId}
      onClose={onClose}
      className="w-full max-w-none overscroll-contain max-md:mb-0 max-md:max-h-[85dvh] max-md:rounded-b-none md:my-0 md:me-0 md:h-dvh md:max-h-none md:w-84 md:rounded-e-none"
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: follows what the links inside do. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a link that's opened with the keyboard is clicked, too. */}
      <div
        ref={content}
        onClick={({ target }) => {
          const link = target instanceof Element && target.closest("a:not([target], [href^=mailto])");
          if (link) closeDialogOf(link);
        }}
        className="px-5 pt-3 pb-[calc(1.25rem+env(safe-area-inset-bottom))]"
      >
        <div className="-me-2 mb-3 flex items-center justify-between">
          <h2 id={headingId} className="text-sm font-medium text-quiet">
            {visitorCopy.panel}
          </h2>
          <button
            type="button"
            title={generalCopy.close}
            onClick={(event) => closeDialogOf(event.currentTarget)}
            className="grid size-9 place-items-center rounded-lg text-quiet transition-colors hover:bg-sunken hover:text-ink pointer-coarse:size-11"
          >
            <X size={20} aria-hidden />
            <span className="sr-only">{generalCopy.close}</span>
          </button>
        </div>
        <AboutVisitor conversation={conversation} siteColor={siteColor} place="sheet" />
      </div>
    </Dialog>
  );
}
