"use client";

import { useId, useState } from "react";
import { isMacKeyboard, keyName } from "#client/pressed-key.ts";
import { useTeam } from "#components/assignment/team-provider.tsx";
import { keyboardCopy } from "#components/catalogs/keyboard.ts";
import { Button } from "#components/ui/button.tsx";
import { closeDialogOf, Dialog } from "#components/ui/dialog.tsx";
import { preferences } from "#components/ui/preferences.ts";
import { KeyCap } from "./key-cap.tsx";
import { shortcutsOf } from "./shortcut-list.ts";

// Without it, the browser focuses the first control, which in a short window is at the end of the list. React doesn't
// render its autoFocus as the attribute that the browser looks for.
const focusAtOpening = (heading: HTMLElement | null) => heading?.setAttribute("autofocus", "");

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const headingId = useId();
  const team = useTeam();
  const [areOn, setOn] = useState(() => preferences.get("shortcuts") !== "off");
  return (
    <Dialog labelledBy={headingId} onClose={onClose} className="w-full max-w-lg max-sm:w-[calc(100%-1rem)]">
      <div className="p-6">
        <h2
          ref={focusAtOpening}
          id={headingId}
          tabIndex={-1}
          className="outline-none text-xl font-semibold tracking-tight"
        >
          {keyboardCopy.shortcuts}
        </h2>
        {shortcutsOf(team).map(({ group, shortcuts }) => (
          <section key={group} className="mt-5">
            <h3 className="mb-1 text-sm font-medium text-quiet">{group}</h3>
            <dl>
              {shortcuts.map(({ keys, words }) => (
                <div key={words} className="flex min-h-9 items-center gap-4 border-b border-line last:border-0">
                  <dt className="order-last flex gap-1">
                    {keys.map((key) => (
                      <KeyCap key={key}>{keyName(key, isMacKeyboard())}</KeyCap>
                    ))}
                  </dt>
                  <dd className="min-w-0 flex-1">{words}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <div className="sticky bottom-0 -mx-6 mt-6 -mb-6 flex flex-wrap items-center justify-between gap-3 border-t border-line bg-surface px-6 py-4">
          <label className="flex items-center gap-2.5">
            <input
              type="checkbox"
              checked={areOn}
              onChange={(event) => {
                setOn(event.currentTarget.checked);
                preferences.set("shortcuts", event.currentTarget.checked ? "on" : "off");
              }}
              className="size-4 accent-accent"
            />
            {keyboardCopy.useShortcuts}
          </label>
          <Button onClick={(event) => closeDialogOf(event.currentTarget)}>{keyboardCopy.done}</Button>
        </div>
      </div>
    </Dialog>
  );
}
