import { z } from "zod";
import { readLink, signLink } from "#platform/crypto/signed-link.ts";
import { env } from "#platform/env.ts";

/** Which emails to stop: an owner's about one site, someone's daily one about a workspace, or those to a visitor. */
export type Unsubscribing =
  | { kind: "owner"; userId: string; siteId: string }
  | { kind: "digest"; userId: string; workspaceId: string }
  | { kind: "visitor"; visitorId: string };

/**
 * Returns the URL that unsubscribes with one request (RFC 8058). It never expires: an email may be opened years
 * later.
 */
export const unsubscribeUrl = (whose: Unsubscribing): string =>
  `${env().BASE_URL}/mail/unsubscribe/${signLink("unsubscribe", [whose.kind, ...idsOf(whose)])}`;

function idsOf(whose: Unsubscribing): string[] {
  if (whose.kind === "owner") return [whose.userId, whose.siteId];
  return whose.kind === "digest" ? [whose.userId, whose.workspaceId] : [whose.visitorId];
}

const isId = (text: string | undefined): text is string => z.uuid().safeParse(text).success;

/** Returns which emails a token stops, or null if it's invalid. */
export function readUnsubscribeToken(token: string): Unsubscribing | null {
  const [kind, first, second] = readLink("unsubscribe", token) ?? [];
  if (kind === "owner" && isId(first) && isId(second)) return { kind, userId: first, siteId: second };
  if (kind === "digest" && isId(first) && isId(second)) return { kind, userId: first, workspaceId: second };
  return kind === "visitor" && isId(first) ? { kind, visitorId: first } : null;
}
