import { inboxCopy } from "#components/catalogs/inbox.tsx";
import type { ConversationJson } from "#lib/conversations/schema.ts";

type Visitor = Pick<ConversationJson, "visitorId" | "visitorName" | "visitorEmail" | "visitorExternalId">;

/** Returns what to call a visitor: their name or email, else a short tag that stays the same. */
export function visitorName({ visitorName: name, visitorEmail, visitorExternalId, visitorId }: Visitor): string {
  return name ?? visitorEmail ?? visitorExternalId ?? inboxCopy.visitor(visitorId.slice(-4).toUpperCase());
}
