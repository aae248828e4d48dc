import { triageCopy } from "#components/catalogs/triage.tsx";
import type { ConversationJson } from "#lib/conversations/schema.ts";
import { LabelDot } from "./label-chip.tsx";
import { useLabelsOf } from "./use-labels.ts";

const SHOWN_MAX = 3;

/** A conversation's labels in the list: their colors, and how many more there are. */
export function LabelDots({ conversation }: { conversation: ConversationJson }) {
  const labels = useLabelsOf(conversation);
  if (labels.length === 0) return null;
  const names = labels.map(({ name }) => name).join(", ");
  return (
    <span title={names} className="flex shrink-0 items-center gap-0.5 text-xs text-quiet tabular-nums">
      {labels.slice(0, SHOWN_MAX).map(({ id, color }) => (
        <LabelDot key={id} color={color} />
      ))}
      {labels.length > SHOWN_MAX && <span aria-hidden>+{labels.length - SHOWN_MAX}</span>}
      <span className="sr-only">{triageCopy.labeled(names)}. </span>
    </span>
  );
}
