import { z } from "zod";
import { readLink, signLink } from "#platform/crypto/signed-link.ts";
import { env } from "#platform/env.ts";

/** Which emails to stop: an owner's about one site, or those to a visitor. */
export type Unsubscribing = { kind: "owner"; userId: string; siteId: string } | { kind: "visitor"; visitorId: string };

/**
 * Returns the URL that unsubscribes with one request (RFC 8058). It never expires: an email may be opened years
 * later.
 */
export function unsubscribeUrl(whose: Unsubscribing): string {
  const parts = whose.kind === "owner" ? ["owner", whose.userId, whose.siteId] : ["visitor", whose.visitorId];
  return `${env().BASE_URL}/mail/unsubscribe/${signLink("unsubscribe", parts)}`;
}

const isId = (text: string | undefined): text is string => z.uuid().safeParse(text).success;

/** Returns which emails a token stops, or null if it's invalid. */
export function readUnsubscribeToken(token: string): Unsubscribing | null {
  const [kind, first, second] = readLink("unsubscribe", token) ?? [];
  if (kind === "owner" && isId(first) && isId(second)) return { kind, userId: first, siteId: second };
  return kind === "visitor" && isId(first) ? { kind, visitorId: first } : null;
}
