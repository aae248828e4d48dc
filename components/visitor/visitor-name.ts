import { inboxCopy } from "#components/catalogs/inbox.tsx";
import type { ConversationJson } from "#lib/desk/conversations/schema.ts";
import { cutText } from "#platform/characters.ts";

type Visitor = Pick<
  ConversationJson,
  "visitorId" | "visitorName" | "visitorEmail" | "visitorExternalId" | "firstPageUrl"
>;

const SEGMENT_MAX = 24;

/**
 * Returns what to call a visitor: their name, email or id, else a name of ours that stays the same. `isOurs` marks the
 * latter.
 */
export function visitorLabel(visitor: Visitor): { text: string; isOurs: boolean } {
  const given = visitor.visitorName ?? visitor.visitorEmail ?? visitor.visitorExternalId;
  if (given !== undefined) return { text: given, isOurs: false };
  const page = pageName(visitor.firstPageUrl);
  const text = page === "" ? inboxCopy.visitor(visitor.visitorId.slice(-4).toUpperCase()) : inboxCopy.visitorFrom(page);
  return { text, isOurs: true };
}

export const visitorName = (visitor: Visitor): string => visitorLabel(visitor).text;

/** Returns the last segment of a page's path, or its host if it has none. Empty if there's no page. */
function pageName(url: string | undefined): string {
  const parsed = url === undefined ? undefined : parseUrl(url);
  if (!parsed) return "";
  const segment = readable(parsed.pathname.split("/").findLast(Boolean) ?? "");
  return segment === "" ? parsed.hostname : `/${segment}`;
}

function parseUrl(url: string): URL | undefined {
  try {
    return new URL(url);
  } catch {
    return undefined;
  }
}

function readable(segment: string): string {
  let text = segment;
  try {
    text = decodeURIComponent(segment);
  } catch {
    // It isn't UTF-8, so it stays encoded.
  }
  return cutText(text.replace(/[\p{C}\p{Z}]+/gu, " ").trim(), SEGMENT_MAX);
}
