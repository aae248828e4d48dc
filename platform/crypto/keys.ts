import { createSecretKey, hkdfSync, type webcrypto } from "node:crypto";
import { env } from "../env.ts";

export type TokenKind = "user" | "widget" | "visitor";

type Key = webcrypto.CryptoKey;

const shared = globalThis as typeof globalThis & { siteInboxKeys?: Map<string, Key> };
const KEY_BYTES = 32;
const HMAC = { name: "HMAC", hash: "SHA-256" };

// A key for each purpose, so that what one of them signs says nothing to another (HKDF, RFC 5869).
const derivedBytes = (secret: string, purpose: string) =>
  Buffer.from(hkdfSync("sha256", secret, "", `site-inbox ${purpose}`, KEY_BYTES));

/** A key for each kind of token, so that one kind can never be verified as another. */
export const keyBytes = (secret: string, kind: TokenKind) => derivedBytes(secret, `${kind} token`);

/** The key by which limits know addresses and e-mails, so that neither is kept. */
export const limitKeyBytes = () => derivedBytes(env().AUTH_SECRET, "limit keys");

/** The keys by which addresses are known that a site has blocked: today's, and the one before a change of AUTH_SECRET. */
export function addressKeys(): [current: Buffer, ...previous: Buffer[]] {
  const { AUTH_SECRET, AUTH_SECRET_PREVIOUS } = env();
  const current = derivedBytes(AUTH_SECRET, "blocked addresses");
  return AUTH_SECRET_PREVIOUS ? [current, derivedBytes(AUTH_SECRET_PREVIOUS, "blocked addresses")] : [current];
}

/** The keys that sign links in mails: today's, and the one before a change of AUTH_SECRET. */
export function linkKeys(): [current: Buffer, ...previous: Buffer[]] {
  const { AUTH_SECRET, AUTH_SECRET_PREVIOUS } = env();
  const current = derivedBytes(AUTH_SECRET, "links in mails");
  return AUTH_SECRET_PREVIOUS ? [current, derivedBytes(AUTH_SECRET_PREVIOUS, "links in mails")] : [current];
}

/** The key that signs what a visitor's browser is given to work out. */
export const proofKeyBytes = () => derivedBytes(env().AUTH_SECRET, "proof of work");

// A CryptoKey jose uses as it is: of any other form it makes one for each token, at twice the cost.
const derive = (secret: string, kind: TokenKind): Key =>
  createSecretKey(keyBytes(secret, kind)).toCryptoKey(HMAC, false, ["sign", "verify"]);

function keyOf(secret: string, kind: TokenKind): Key {
  shared.siteInboxKeys ??= new Map();
  const name = `${kind} ${secret}`;
  const known = shared.siteInboxKeys.get(name);
  if (known) return known;
  const key = derive(secret, kind);
  shared.siteInboxKeys.set(name, key);
  return key;
}

/** A key for what is stored encrypted (AES-256). */
const sealingKeyOf = (secret: string) => Buffer.from(hkdfSync("sha256", secret, "", "site-inbox sealing", KEY_BYTES));

/** The keys that something may be stored encrypted under: today's, and the one before a change of AUTH_SECRET. */
export function sealingKeys(): [current: Buffer, ...previous: Buffer[]] {
  const { AUTH_SECRET, AUTH_SECRET_PREVIOUS } = env();
  const current = sealingKeyOf(AUTH_SECRET);
  return AUTH_SECRET_PREVIOUS ? [current, sealingKeyOf(AUTH_SECRET_PREVIOUS)] : [current];
}

export const signingKey = (kind: TokenKind) => keyOf(env().AUTH_SECRET, kind);

/** The keys that a token may be signed with: today's, and the one before a change of AUTH_SECRET. */
export function verifyingKeys(kind: TokenKind): Key[] {
  const { AUTH_SECRET_PREVIOUS } = env();
  const current = signingKey(kind);
  return AUTH_SECRET_PREVIOUS ? [current, keyOf(AUTH_SECRET_PREVIOUS, kind)] : [current];
}
