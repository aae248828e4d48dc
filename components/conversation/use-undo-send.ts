import { generalCopy } from "#components/catalogs/general.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { useCommand } from "#components/ui/commands.ts";
import { showToast } from "#components/ui/toast.tsx";
import type { ScheduledReplyJson } from "#lib/desk/scheduled-replies/schema.ts";

const HOLD_MS = 30_000;

/** Whether a reply is held for seconds, so that it can be taken back, and not sent at a time that its writer chose. */
export const isHeldBriefly = ({ sendAt, createdAt }: Pick<ScheduledReplyJson, "sendAt" | "createdAt">): boolean =>
  Date.parse(sendAt) - Date.parse(createdAt) <= HOLD_MS;

/** Has the undo key take back the reader's last reply that's still held, and put its text back into its box. */
export function useUndoSend(all: readonly ScheduledReplyJson[]): void {
  const { userId, scheduled } = useLive();
  const held = all.findLast((reply) => reply.userId === userId && reply.state === "scheduled" && isHeldBriefly(reply));
  useCommand("undo", held && generalCopy.undo, () => {
    if (held) void scheduled.takeBack(held).then((problem) => problem && showToast({ words: problem }));
  });
}
