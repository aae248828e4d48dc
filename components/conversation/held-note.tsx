import type { Unsent } from "#client/unsent.ts";
import { conversationCopy } from "#components/catalogs/conversation.tsx";
import { notesCopy } from "#components/catalogs/notes.tsx";
import { useMacKeyboard } from "#components/keyboard/use-mac-keyboard.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { useEditReply } from "./edit-reply.ts";

/** Says below a held reply that a teammate wrote meanwhile, and lets its writer decide. */
export function HeldNote({ message }: { message: Unsent }) {
  const { key, problem } = message;
  const { replies } = useLive();
  const edit = useEditReply();
  const isMac = useMacKeyboard();
  const name = <bdi>{problem?.newer?.name ?? notesCopy.aTeammate}</bdi>;
  return (
    <div role="alert" className="mt-1.5 ms-auto flex max-w-[88%] flex-wrap items-center justify-end gap-x-3 gap-y-2">
      <p className="text-end text-sm text-danger">
        {problem?.newer?.by === "note" ? notesCopy.crossedNote(name) : notesCopy.crossedReply(name)}
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={() => replies.sendAnyway(key)}>
          {notesCopy.sendAnyway}
          <kbd className="font-sans text-xs text-quiet max-sm:hidden pointer-coarse:hidden">
            {notesCopy.sendAnywayKeys(isMac)}
          </kbd>
        </Button>
        <Button look="quiet" onClick={() => edit({ ...message, body: replies.take(key) })}>
          {conversationCopy.edit}
        </Button>
        <Button look="quiet" onClick={() => replies.take(key)}>
          {notesCopy.discard}
        </Button>
      </div>
    </div>
  );
}
