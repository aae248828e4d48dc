import { BadgeCheck } from "lucide-react";
import { inboxCopy } from "#components/catalogs/inbox.tsx";
import type { ConversationJson } from "#lib/desk/conversations/schema.ts";

type Visitor = Pick<ConversationJson, "visitorVerified" | "visitorExternalId" | "siteName">;

/** Shows that the site's server vouched for the visitor's id. Their name isn't part of that. */
export function VerifiedMark({ conversation }: { conversation: Visitor }) {
  const { visitorVerified, visitorExternalId, siteName } = conversation;
  if (!visitorVerified) return null;
  const words = inboxCopy.verifiedBy(siteName, visitorExternalId);
  return (
    <span title={words} className="shrink-0 self-center text-accent">
      <BadgeCheck size={16} aria-hidden />
      <span className="sr-only">{words}. </span>
    </span>
  );
}
