"use client";

import { MailWarning, X } from "lucide-react";
import { useState } from "react";
import { mailCopy } from "#components/catalogs/mail.tsx";
import { CONFIRM_LATER } from "./confirm-later.ts";
import { type Unconfirmed, useConfirmation } from "./send-confirmation.tsx";

const WEEK_SECONDS = 604_800;

/** Says that no email is sent to the address until it's confirmed. A phone has no room for it in a conversation. */
export function ConfirmBanner(unconfirmed: Unconfirmed) {
  const { words, button } = useConfirmation(unconfirmed, "notifications");
  const [isHidden, setHidden] = useState(false);
  if (isHidden) return null;
  const hide = () => {
    // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API.
    document.cookie = `${CONFIRM_LATER}=1; Path=/; Max-Age=${WEEK_SECONDS}; SameSite=Lax`;
    setHidden(true);
  };
  return (
    <aside
      aria-label={mailCopy.bannerLabel}
      className="flex shrink-0 items-center gap-x-3 border-b border-line bg-sunken ps-5 pe-2 py-1 text-sm max-md:[body:has([data-conversation])_&]:hidden"
    >
      <MailWarning size={16} aria-hidden className="shrink-0 text-accent" />
      <p role="status" className="line-clamp-2 min-w-0 flex-1 md:line-clamp-1">
        {words}
      </p>
      <div className="shrink-0">{button}</div>
      <button
        type="button"
        onClick={hide}
        title={mailCopy.notNow}
        className="grid size-9 shrink-0 place-items-center rounded-lg text-quiet transition-colors hover:bg-hover hover:text-ink pointer-coarse:size-11"
      >
        <X size={16} aria-hidden />
        <span className="sr-only">{mailCopy.notNow}</span>
      </button>
    </aside>
  );
}
