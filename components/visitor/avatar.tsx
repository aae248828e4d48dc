import { Photo } from "#components/pictures/picture.tsx";
import { SiteDot } from "#components/ui/site-dot.tsx";
import type { ConversationJson } from "#lib/desk/conversations/schema.ts";
import { avatarColor, avatarInitials } from "./avatar-initials.ts";

type Props = {
  /** Of the visitor or the teammate. */
  id: string;
  name: string | undefined;
  /** Of a teammate. */
  photoUrl?: string | undefined;
  /** Shown as a dot at the corner. */
  siteColor?: string | undefined;
  /** Says which site the dot is of. */
  siteName?: string;
};

const FILLS = [
  "bg-avatar-1",
  "bg-avatar-2",
  "bg-avatar-3",
  "bg-avatar-4",
  "bg-avatar-5",
  "bg-avatar-6",
  "bg-avatar-7",
  "bg-avatar-8",
  "bg-avatar-9",
  "bg-avatar-10",
  "bg-avatar-11",
  "bg-avatar-12",
];

/**
 * Shows a person's initials on a color of their own, or a figure if they gave no name. One element with its look in
 * the style, because a list has many.
 */
export function Avatar({ id, name = "", photoUrl, siteColor, siteName }: Props) {
  const initials = avatarInitials(name);
  const look = initials === "" ? "avatar avatar-person" : "avatar";
  return (
    <span className={`${look} ${FILLS[avatarColor(id)]}`} aria-hidden="true" title={siteColor && siteName}>
      {initials}
      {photoUrl && <Photo url={photoUrl} />}
      {siteColor && <SiteDot color={siteColor} className="absolute end-0 bottom-0 ring-2 ring-surface" />}
    </span>
  );
}

type OfVisitorProps = {
  conversation: Pick<ConversationJson, "visitorId" | "visitorName" | "siteName">;
  siteColor: string | undefined;
};

/** The avatar of a conversation's visitor, with the dot of its site. */
export const VisitorAvatar = ({ conversation: { visitorId, visitorName, siteName }, siteColor }: OfVisitorProps) => (
  <Avatar id={visitorId} name={visitorName} siteColor={siteColor} siteName={siteName} />
);
