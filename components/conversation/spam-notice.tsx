"use client";

import { Button } from "#components/ui/button.tsx";

type Props = { busy: boolean; onUndo: () => void };

/** That a conversation is out of the inbox, and the way back. */
export function SpamNotice({ busy, onUndo }: Props) {
  return (
    <div className="rise mt-2 flex items-center gap-2 rounded-lg bg-sunken py-1 ps-3 pe-1 text-sm">
      <p className="min-w-0 flex-1 text-pretty">
        Marked as spam. It is out of the inbox, and more of it tells you nothing.
      </p>
      <span className="shrink-0">
        <Button look="quiet" busy={busy} onClick={onUndo}>
          Not spam
        </Button>
      </span>
    </div>
  );
}
