"use client";

import { triageCopy } from "#components/catalogs/triage.tsx";
import { closeDialogOf } from "#components/ui/dialog.tsx";
import { MenuButton } from "#components/ui/menu.tsx";
import { TimeDialog } from "./time-dialog.tsx";
import type { Triage } from "./use-triage.ts";

const { snoozeTitle: title, chooseTime, setTime, pastTime } = triageCopy;

/** Asks until when to snooze. */
export function SnoozeDialog({ triage, onClose }: { triage: Pick<Triage, "snooze">; onClose: () => void }) {
  return (
    <TimeDialog copy={{ title, chooseTime, setTime, pastTime }} onChoose={triage.snooze} onClose={onClose}>
      <MenuButton
        onClick={(event) => {
          closeDialogOf(event.currentTarget);
          triage.snooze(null);
        }}
      >
        {triageCopy.untilReply}
      </MenuButton>
    </TimeDialog>
  );
}
