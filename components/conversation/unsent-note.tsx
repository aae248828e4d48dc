"use client";

import { isHeld, type Unsent } from "#client/unsent.ts";
import { conversationCopy } from "#components/catalogs/conversation.tsx";
import { generalCopy } from "#components/catalogs/general.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { useUnsent } from "#components/live/use-unsent.ts";
import { AppLink } from "#components/ui/app-link.tsx";
import { useOnline } from "#components/ui/use-online.ts";
import { useEditReply } from "./edit-reply.ts";
import { HeldNote } from "./held-note.tsx";
import { unsentWords } from "./unsent-words.ts";

/** Says below an unsent reply why it wasn't sent, with the actions for it. */
export function UnsentNote({ message }: { message: Unsent }) {
  const { replies } = useLive();
  const isOnline = useOnline();
  const edit = useEditReply();
  const { key, to, state, problem } = message;
  const lastWaiting = useUnsent().findLast((other) => other.to === to && !isStuck(other));
  if (isHeld(message)) return <HeldNote message={message} />;
  const words = unsentWords(message, isOnline);
  if (!words) return null;
  // A reason that's true of all waiting replies is shown once.
  const isSaidBelow = !isOnline && !isStuck(message) && lastWaiting?.key !== key;
  return (
    <p
      role={isStuck(message) ? "alert" : "status"}
      className="mt-1 ms-auto flex max-w-[88%] flex-wrap items-baseline justify-end gap-x-3 gap-y-1 text-end text-sm"
    >
      {!isSaidBelow && <span className={isStuck(message) ? "text-danger" : "text-quiet"}>{words}</span>}
      {problem?.conversationId && (
        <AppLink href={`/inbox/${problem.conversationId}`} className={LINK}>
          {conversationCopy.openOther}
        </AppLink>
      )}
      {state !== "sending" && (
        <span className="flex gap-x-3">
          {isOnline && state !== "rejected" && (
            <button type="button" onClick={() => replies.retry(key)} className={LINK}>
              {generalCopy.tryAgain}
            </button>
          )}
          <button type="button" onClick={() => edit({ ...message, body: replies.take(key) })} className={LINK}>
            {conversationCopy.edit}
          </button>
        </span>
      )}
    </p>
  );
}

const isStuck = ({ state }: Unsent) => state === "failed" || state === "rejected";

const LINK = "font-medium whitespace-nowrap text-accent underline underline-offset-3 pointer-coarse:py-2";
