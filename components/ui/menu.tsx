"use client";

import type { ReactNode } from "react";

type Props = { label: ReactNode; children: ReactNode };

/** A list behind a button, which opens without any code; with it, it closes on Escape, on a choice and when the focus leaves. */
export function Menu({ label, children }: Props) {
  return (
    <details
      className="relative ms-auto min-w-0"
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.currentTarget.open = false;
        event.currentTarget.querySelector("summary")?.focus();
      }}
      onClick={(event) => {
        if (event.target instanceof Element && event.target.closest("a")) event.currentTarget.open = false;
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) event.currentTarget.open = false;
      }}
    >
      <summary className="flex min-w-0 list-none items-center gap-1.5 rounded-md px-2 py-1.5 text-sm font-medium text-quiet transition-colors hover:bg-sunken hover:text-ink pointer-coarse:py-2.5 [&::-webkit-details-marker]:hidden">
        {label}
      </summary>
      {/* Reachable by a press that would otherwise take the focus away before the click. */}
      <ul
        tabIndex={-1}
        className="rise absolute end-0 top-full z-10 mt-1 max-h-80 w-64 overflow-y-auto rounded-xl border border-line bg-surface p-1 shadow-[0_8px_32px_var(--shade)]"
      >
        {children}
      </ul>
    </details>
  );
}
