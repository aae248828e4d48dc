import { Check, CheckCheck, CircleAlert, Clock } from "lucide-react";
import type { Unsent } from "#client/unsent.ts";
import { conversationCopy } from "#components/catalogs/conversation.tsx";
import { classNames } from "#components/ui/class-names.ts";

export type MessageState = Unsent["state"] | "sent" | "seen";

const ICONS = {
  waiting: Clock,
  sending: Clock,
  sent: Check,
  seen: CheckCheck,
  failed: CircleAlert,
  rejected: CircleAlert,
} as const;

/** Shows the state of a message as a small icon. Without a state, it still takes up its space. */
export function StateMark({ state }: { state: MessageState | undefined }) {
  const label = state && conversationCopy.states[state];
  const Icon = state && ICONS[state];
  return (
    <span
      title={label}
      className={classNames(
        "mb-1 grid size-4 shrink-0 place-items-center",
        state === "seen" ? "text-accent" : state === "failed" || state === "rejected" ? "text-danger" : "text-quiet",
        state === "sending" && "late",
      )}
    >
      {Icon && <Icon size={14} aria-hidden />}
      {label && <span className="sr-only">{label}</span>}
    </span>
  );
}
