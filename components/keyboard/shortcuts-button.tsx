"use client";

import { Keyboard } from "lucide-react";
import { keyboardCopy } from "#components/catalogs/keyboard.ts";
import { openKeyboardDialog } from "./keyboard-dialog.ts";

/** Leads to the keyboard shortcuts where there is a keyboard. */
export function ShortcutsButton() {
  return (
    <button
      type="button"
      onClick={() => openKeyboardDialog("help")}
      title={keyboardCopy.shortcuts}
      className="mx-2 mt-auto mb-3 hidden h-13 flex-col items-center justify-center gap-1 rounded-lg text-xs font-medium text-quiet transition-colors hover:bg-sunken hover:text-ink focus-visible:-outline-offset-2 md:pointer-fine:flex"
    >
      <Keyboard size={20} aria-hidden />
      {keyboardCopy.keys}
    </button>
  );
}
