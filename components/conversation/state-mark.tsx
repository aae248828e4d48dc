import { Check, CheckCheck, CircleAlert, Clock } from "lucide-react";
import type { Unsent } from "#client/unsent.ts";
import { classNames } from "#components/ui/class-names.ts";

export type MessageState = Unsent["state"] | "sent" | "seen";

const MARKS = {
  waiting: { icon: Clock, words: "Waiting to be sent" },
  sending: { icon: Clock, words: "Sending" },
  sent: { icon: Check, words: "Sent" },
  seen: { icon: CheckCheck, words: "Seen" },
  failed: { icon: CircleAlert, words: "Not sent" },
  rejected: { icon: CircleAlert, words: "Not sent" },
} as const;

/** What became of a message, as a small mark; its place is kept where there is nothing to say. */
export function StateMark({ state }: { state: MessageState | undefined }) {
  const mark = state && MARKS[state];
  const Icon = mark?.icon;
  return (
    <span
      title={mark?.words}
      className={classNames(
        "mb-1 grid size-4 shrink-0 place-items-center",
        state === "seen" ? "text-accent" : state === "failed" || state === "rejected" ? "text-danger" : "text-quiet",
        state === "sending" && "late",
      )}
    >
      {Icon && <Icon size={14} aria-hidden />}
      {mark && <span className="sr-only">{mark.words}</span>}
    </span>
  );
}
