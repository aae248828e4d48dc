import type { LabelColor } from "#lib/desk/labels/label-colors.ts";
import type { LabelJson } from "#lib/desk/labels/schema.ts";

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

type LabelProps = { label: Pick<LabelJson, "name" | "color"> };

/** A label's color as a dot. */
export function LabelDot({ color, className = "" }: { color: LabelColor; className?: string }) {
  return (
    <span
      aria-hidden
      className={`size-2.5 shrink-0 rounded-full bg-current forced-color-adjust-none ${TEXT[color]} ${className}`}
    />
  );
}

/** A label's name in its color, small enough for a row of the list. */
export function TinyLabelChip({ label: { name, color }, className }: LabelProps & { className: string }) {
  return (
    <span
      aria-hidden
      className={`max-w-20 truncate rounded-sm border border-current/30 px-1 text-[0.6875rem]/4 font-medium ${TEXT[color]} ${className}`}
    >
      <bdi>{name}</bdi>
    </span>
  );
}

/** A label's name in its color. */
export function LabelChip({ label: { name, color } }: LabelProps) {
  return (
    <span
      className={`inline-block max-w-48 truncate rounded-md border border-current/30 bg-surface px-1.5 text-xs leading-5 font-medium ${TEXT[color]}`}
      title={name}
    >
      <bdi>{name}</bdi>
    </span>
  );
}
