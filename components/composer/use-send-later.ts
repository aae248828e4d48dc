import { type ComponentType, useState } from "react";
import { scheduledCopy } from "#components/catalogs/scheduled.tsx";
import { useHeldKeys } from "#components/ui/commands.ts";
import { showToast } from "#components/ui/toast.tsx";

type Choosing = ComponentType<{ onChoose: (at: Date) => void; onClose: () => void }>;

/** Opens the dialog that asks when a reply is sent, which is loaded on demand. */
export function useSendLater() {
  const [Dialog, setDialog] = useState<Choosing>();
  const [isOpening, setOpening] = useState(false);
  // What's typed before the dialog is there is meant for it.
  useHeldKeys(isOpening);
  const open = () => {
    setOpening(true);
    import("./send-later-dialog.tsx")
      .then(({ SendLaterDialog }) => setDialog(() => SendLaterDialog))
      .catch(() => showToast({ words: scheduledCopy.notOpened }))
      .finally(() => setOpening(false));
  };
  return { Dialog, open, close: () => setDialog(undefined) };
}
