"use client";

import { Button } from "#components/ui/button.tsx";

type Props = { busy: boolean; onUndo: () => void };

/** That a conversation is out of the inbox, and the way back. */
export function SpamNotice({ busy, onUndo }: Props) {
  return (
    <div className="rise mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-lg bg-sunken px-3 py-1.5 text-sm">
      <p>Marked as spam. It is out of the inbox, and you are not told when more comes.</p>
      <Button look="quiet" busy={busy} onClick={onUndo}>
        Not spam
      </Button>
    </div>
  );
}
