import { z } from "zod";
import { readLink, signLink } from "#platform/crypto/signed-link.ts";
import { env } from "#platform/env.ts";

/** Whose mails end: an owner's about one site, or those to a visitor. */
export type Unsubscribing = { kind: "owner"; userId: string; siteId: string } | { kind: "visitor"; visitorId: string };

/** The address that one request to ends mails (RFC 8058). It has no end: a mail may be looked at years later. */
export function unsubscribeUrl(whose: Unsubscribing): string {
  const parts = whose.kind === "owner" ? ["owner", whose.userId, whose.siteId] : ["visitor", whose.visitorId];
  return `${env().BASE_URL}/mail/unsubscribe/${signLink("unsubscribe", parts)}`;
}

const isId = (text: string | undefined): text is string => z.uuid().safeParse(text).success;

/** Whose mails a token ends; null for whatever is none. */
export function readUnsubscribeToken(token: string): Unsubscribing | null {
  const [kind, first, second] = readLink("unsubscribe", token) ?? [];
  if (kind === "owner" && isId(first) && isId(second)) return { kind, userId: first, siteId: second };
  return kind === "visitor" && isId(first) ? { kind, visitorId: first } : null;
}
