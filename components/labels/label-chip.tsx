import type { LabelColor } from "#lib/labels/label-colors.ts";
import type { LabelJson } from "#lib/labels/schema.ts";

const TEXT: Record<LabelColor, string> = {
  gray: "text-label-gray",
  red: "text-label-red",
  orange: "text-label-orange",
  yellow: "text-label-yellow",
  green: "text-label-green",
  teal: "text-label-teal",
  blue: "text-label-blue",
  purple: "text-label-purple",
  pink: "text-label-pink",
};

/** A label's color as a dot. */
export function LabelDot({ color }: { color: LabelColor }) {
  return <span aria-hidden className={`size-2.5 shrink-0 rounded-full bg-current ${TEXT[color]}`} />;
}

/** A label's name in its color. */
export function LabelChip({ label: { name, color } }: { label: Pick<LabelJson, "name" | "color"> }) {
  return (
    <span
      className={`inline-block max-w-48 truncate rounded-md border border-current/30 bg-surface px-1.5 text-xs leading-5 font-medium ${TEXT[color]}`}
      title={name}
    >
      <bdi>{name}</bdi>
    </span>
  );
}
