import { createHash } from "node:crypto";
import { readLink, signLink } from "#platform/crypto/signed-link.ts";
import { emailKey } from "#platform/email-address.ts";
import { env } from "#platform/env.ts";

const LIFE_MS = 7 * 86_400_000;

// So that a link confirms the address that it went to, and no later one.
const hashOfEmail = (email: string) => createHash("sha256").update(emailKey(email)).digest("base64url");

/** The address by which an account's e-mail is confirmed. It may be used as often as it likes, for 7 days. */
export function confirmUrl(userId: string, email: string): string {
  const endsAt = String(Date.now() + LIFE_MS);
  return `${env().BASE_URL}/confirm-email#${signLink("confirm", [userId, hashOfEmail(email), endsAt])}`;
}

/** What a token confirms: which user, and how to tell the e-mail; null for one that is none or too old. */
export function readConfirmToken(token: string): { userId: string; isFor(email: string): boolean } | null {
  const [userId, hash, endsAt] = readLink("confirm", token) ?? [];
  if (userId === undefined || !(Number(endsAt) > Date.now())) return null;
  return { userId, isFor: (email) => hashOfEmail(email) === hash };
}
