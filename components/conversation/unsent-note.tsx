"use client";

import type { Unsent } from "#client/unsent.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { AppLink } from "#components/ui/app-link.tsx";
import { useOnline } from "#components/ui/use-online.ts";
import { useEditReply } from "./edit-reply.ts";
import { unsentWords } from "./unsent-words.ts";

/** Below a reply that did not go: why, and what can be done. */
export function UnsentNote({ message }: { message: Unsent }) {
  const { replies } = useLive();
  const isOnline = useOnline();
  const edit = useEditReply();
  const { key, state, problem } = message;
  const words = unsentWords(message, isOnline);
  if (!words) return null;
  const isStuck = state === "failed" || state === "rejected";
  return (
    <p
      role={isStuck ? "alert" : "status"}
      className="mt-1 ms-auto flex max-w-[88%] flex-wrap items-baseline justify-end gap-x-3 gap-y-1 text-end text-sm"
    >
      <span className={isStuck ? "text-danger" : "text-quiet"}>{words}</span>
      {problem?.conversationId && (
        <AppLink href={`/inbox/${problem.conversationId}`} className={LINK}>
          Open that one
        </AppLink>
      )}
      {state !== "sending" && state !== "rejected" && (
        <button type="button" onClick={() => replies.retry(key)} className={LINK}>
          Try again
        </button>
      )}
      {state !== "sending" && (
        <button type="button" onClick={() => edit(replies.take(key))} className={LINK}>
          Edit
        </button>
      )}
    </p>
  );
}

const LINK = "font-medium text-accent underline underline-offset-3 pointer-coarse:py-2";
