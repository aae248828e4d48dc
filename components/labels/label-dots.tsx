import { triageCopy } from "#components/catalogs/triage.tsx";
import type { ConversationJson } from "#lib/desk/conversations/schema.ts";
import { LabelDot, TinyLabelChip } from "./label-chip.tsx";
import { useLabelsOf } from "./use-labels.ts";

const SHOWN_MAX = 3;

/** A conversation's labels in the list: the only one with its name if there's room, else their colors, and how many more there are. */
export function LabelDots({ conversation }: { conversation: ConversationJson }) {
  const labels = useLabelsOf(conversation);
  const [first, ...others] = labels;
  if (!first) return null;
  const isOnly = others.length === 0;
  const names = labels.map(({ name }) => name).join(", ");
  return (
    <span title={names} className="flex shrink-0 items-center gap-0.5 text-xs text-quiet tabular-nums">
      <LabelDot color={first.color} className={isOnly ? "@min-[22rem]:hidden" : ""} />
      {isOnly && <TinyLabelChip label={first} className="hidden @min-[22rem]:inline-block" />}
      {others.slice(0, SHOWN_MAX - 1).map(({ id, color }) => (
        <LabelDot key={id} color={color} />
      ))}
      {labels.length > SHOWN_MAX && <span aria-hidden>+{labels.length - SHOWN_MAX}</span>}
      <span className="sr-only">{triageCopy.labeled(names)}. </span>
    </span>
  );
}
