"use client";

import type { RefObject } from "react";
import { inboxCopy } from "#components/catalogs/inbox.tsx";
import { useCommand } from "#components/keyboard/commands.ts";

/** Steps through the rows: from the one with the focus, else from the open one. */
export function useListKeys(scroller: RefObject<HTMLElement | null>, selectedId: string | undefined): void {
  const step = (by: 1 | -1) => {
    const rows = [...(scroller.current?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
    const focused = rows.findIndex((row) => row.matches(":focus"));
    const from = focused >= 0 ? focused : rows.findIndex((row) => selectedId && row.matches("[aria-current]"));
    const to = from < 0 ? 0 : Math.min(Math.max(from + by, 0), rows.length - 1);
    rows[to]?.focus();
    rows[to]?.scrollIntoView({ block: "nearest" });
  };
  useCommand("next", inboxCopy.nextConversation, () => step(1));
  useCommand("previous", inboxCopy.previousConversation, () => step(-1));
}
