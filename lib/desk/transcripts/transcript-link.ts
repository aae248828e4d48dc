import { createHash } from "node:crypto";
import { z } from "zod";
import { readLink, signLink } from "#platform/crypto/signed-link.ts";
import { env } from "#platform/env.ts";
import { AppError } from "#platform/errors.ts";

const LIFE_MS = 7 * 86_400_000;

/** Returns the URL of the page that confirms an address and sends a conversation there. It works for 7 days, and sends one. */
export function transcriptUrl({ conversationId, email }: { conversationId: string; email: string }): string {
  const hash = createHash("sha256").update(email).digest("base64url");
  return `${env().BASE_URL}/transcript#${signLink("transcript", [conversationId, hash, String(Date.now())])}`;
}

const Parts = z.tuple([z.uuid(), z.string(), z.coerce.number()]);

/** What a link is for: the address that it was sent to is known by its hash. */
export type TranscriptLink = { conversationId: string; addressHash: Buffer; sentAt: Date };

/** Returns what a token is for. Throws `link_gone` if it's invalid or has expired. */
export function readTranscriptToken(token: string): TranscriptLink {
  const { data } = Parts.safeParse(readLink("transcript", token));
  if (!data || data[2] + LIFE_MS < Date.now()) throw new AppError("link_gone");
  return { conversationId: data[0], addressHash: Buffer.from(data[1], "base64url"), sentAt: new Date(data[2]) };
}
