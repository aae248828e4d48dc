import { SiteDot } from "#components/sites/site-dot.tsx";
import type { ConversationJson } from "#lib/conversations/schema.ts";
import { avatarColor, avatarInitials } from "./avatar-initials.ts";

type Props = {
  visitor: Pick<ConversationJson, "visitorId" | "visitorName">;
  /** Shown as a dot at the corner. */
  siteColor?: string | undefined;
  size?: 32 | 24;
};

const FILLS = [
  "fill-avatar-1",
  "fill-avatar-2",
  "fill-avatar-3",
  "fill-avatar-4",
  "fill-avatar-5",
  "fill-avatar-6",
  "fill-avatar-7",
  "fill-avatar-8",
  "fill-avatar-9",
  "fill-avatar-10",
  "fill-avatar-11",
  "fill-avatar-12",
];

const PERSON =
  "M16 10a2.8 2.8 0 1 1 0 5.6a2.8 2.8 0 1 1 0-5.6M11.2 22v-1a2.8 2.8 0 0 1 2.8-2.8h4a2.8 2.8 0 0 1 2.8 2.8v1";

/** Shows a visitor's initials on a color of their own, or a figure if they gave no name. */
export function Avatar({ visitor: { visitorId, visitorName = "" }, siteColor, size = 32 }: Props) {
  const initials = avatarInitials(visitorName);
  return (
    <span className="relative shrink-0">
      <svg width={size} height={size} viewBox="0 0 32 32" className="block" aria-hidden="true">
        <circle cx="16" cy="16" r="16" className={FILLS[avatarColor(visitorId)]} />
        {initials === "" ? (
          <path d={PERSON} fill="none" strokeWidth="1.5" strokeLinecap="round" className="stroke-on-avatar" />
        ) : (
          <text
            x="16"
            y="16"
            textAnchor="middle"
            dominantBaseline="central"
            className="fill-on-avatar text-xs font-semibold"
          >
            {initials}
          </text>
        )}
      </svg>
      {siteColor && (
        <span className="absolute -end-0.5 -bottom-0.5 grid rounded-full bg-surface p-0.5">
          <SiteDot color={siteColor} />
        </span>
      )}
    </span>
  );
}
