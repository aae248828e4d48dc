"use client";

import { scheduledCopy } from "#components/catalogs/scheduled.tsx";
import { TimeDialog } from "#components/triage/time-dialog.tsx";

/** Asks when a reply is sent. */
export function SendLaterDialog({ onChoose, onClose }: { onChoose: (at: Date) => void; onClose: () => void }) {
  return <TimeDialog copy={scheduledCopy} onChoose={onChoose} onClose={onClose} />;
}
