"use client";

import { AlarmClock } from "lucide-react";
import { triageCopy } from "#components/catalogs/triage.tsx";
import { LabelChip } from "#components/labels/label-chip.tsx";
import { useLabelsOf } from "#components/labels/use-labels.ts";
import { changeConversation } from "#components/live/change-conversation.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { useReader } from "#components/time/reader.tsx";
import { shortTime, untilTime } from "#components/time/time-words.ts";
import { showToast } from "#components/ui/toast.tsx";
import type { ConversationJson } from "#lib/desk/conversations/schema.ts";
import { problemWords } from "./problem-words.ts";

/** A conversation's labels, and until when it's snoozed or why it woke. */
export function TriageLine({ conversation }: { conversation: ConversationJson }) {
  const labels = useLabelsOf(conversation);
  const { snoozed, wokenAt } = conversation;
  return (
    <>
      {(snoozed || wokenAt) && <SnoozeState conversation={conversation} />}
      {labels.length > 0 && (
        <ul aria-label={triageCopy.labels} className="contents">
          {labels.map((label) => (
            <li key={label.id} className="flex min-w-0">
              <LabelChip label={label} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function SnoozeState({ conversation }: { conversation: ConversationJson }) {
  const { id, snoozed, snoozedUntil, wokenAt, wokenBy } = conversation;
  const { inbox } = useLive();
  const reader = useReader();
  const wake = async () => {
    const result = await changeConversation(inbox, id, { snooze: null });
    if (!result.ok) showToast({ words: problemWords(result.problem) });
  };
  const words = () => {
    if (snoozedUntil) return triageCopy.snoozedUntil(untilTime(new Date(snoozedUntil), reader));
    if (snoozed || !wokenAt) return triageCopy.snoozedUntilReply;
    const ago = shortTime(new Date(wokenAt), reader);
    return wokenBy === "time" ? triageCopy.wokenByTime(ago) : triageCopy.wokenByReply(ago);
  };
  return (
    <p className="flex min-w-0 items-center gap-1.5">
      <AlarmClock size={16} aria-hidden className={snoozed ? "shrink-0" : "shrink-0 text-accent"} />
      <span suppressHydrationWarning className={snoozed ? "min-w-0" : "min-w-0 font-medium text-accent"}>
        {words()}
      </span>
      {snoozed && (
        <button
          type="button"
          onClick={() => void wake()}
          className="rounded-md px-1.5 font-medium text-accent hover:bg-hover pointer-coarse:min-h-11"
        >
          {triageCopy.wakeNow}
        </button>
      )}
    </p>
  );
}
