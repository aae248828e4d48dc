import { createHash } from "node:crypto";
import { readLink, signLink } from "#platform/crypto/signed-link.ts";
import { emailKey } from "#platform/email-address.ts";
import { env } from "#platform/env.ts";

const LIFE_MS = 7 * 86_400_000;

// So that a link confirms the address it was sent to, and no later one.
const hashOfEmail = (email: string) => createHash("sha256").update(emailKey(email)).digest("base64url");

type Confirmed = { userId: string; email: string; joins: boolean };

/**
 * Returns the URL that confirms an account's email. It works any number of times for 7 days. If that joins a workspace, its page
 * says so.
 */
export function confirmUrl({ userId, email, joins }: Confirmed): string {
  const endsAt = String(Date.now() + LIFE_MS);
  return `${env().BASE_URL}/confirm-email${joins ? "?join" : ""}#${signLink("confirm", [userId, hashOfEmail(email), endsAt])}`;
}

/** Returns the user a token is about, and a check for their email. Null if the token is invalid or expired. */
export function readConfirmToken(token: string): { userId: string; isFor(email: string): boolean } | null {
  const [userId, hash, endsAt] = readLink("confirm", token) ?? [];
  if (userId === undefined || !(Number(endsAt) > Date.now())) return null;
  return { userId, isFor: (email) => hashOfEmail(email) === hash };
}
