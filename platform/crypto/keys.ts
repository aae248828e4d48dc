import { createSecretKey, hkdfSync, type KeyObject, type webcrypto } from "node:crypto";
import { env } from "../env.ts";
import { processWide } from "../process-wide.ts";

export type TokenKind = "user" | "widget" | "visitor";

type Key = webcrypto.CryptoKey;

const keys = processWide("token keys", () => new Map<string, Key>());
const KEY_BYTES = 32;
const HMAC = { name: "HMAC", hash: "SHA-256" };

// One key per purpose, so that a signature for one is worthless for another (HKDF, RFC 5869).
const derivedBytes = (secret: string, purpose: string) =>
  Buffer.from(hkdfSync("sha256", secret, "", `site-inbox ${purpose}`, KEY_BYTES));

/** Derives a key per kind of token, so that one kind never verifies as another. */
export const keyBytes = (secret: string, kind: TokenKind) => derivedBytes(secret, `${kind} token`);

/** Derives the key that limits hash addresses and emails with, so that neither is stored. */
export const limitKeyBytes = () => derivedBytes(env().AUTH_SECRET, "limit keys");

/** The secret that's in use, and the one before it while that's still accepted. */
export type Secrets = { AUTH_SECRET: string; AUTH_SECRET_PREVIOUS?: string | undefined };
type Keys = [current: Buffer, ...previous: Buffer[]];

// The current key for a purpose, and the one of AUTH_SECRET_PREVIOUS.
function derivedKeys(purpose: string, { AUTH_SECRET, AUTH_SECRET_PREVIOUS }: Secrets = env()): Keys {
  const current = derivedBytes(AUTH_SECRET, purpose);
  return AUTH_SECRET_PREVIOUS ? [current, derivedBytes(AUTH_SECRET_PREVIOUS, purpose)] : [current];
}

/** Derives the keys that a site's blocked addresses are hashed with, the current one first. */
export const addressKeys = () => derivedKeys("blocked addresses");

/** Derives the keys that sign links in emails, the current one first. */
export const linkKeys = () => derivedKeys("links in mails");

/** Derives the keys that columns may be encrypted with (AES-256), the current one first. */
export const sealingKeys = (secrets?: Secrets) => derivedKeys("sealing", secrets);

/** Derives what a database stores to recognize the secrets it's used with, the current one's first. */
export const fingerprintsOf = (secrets?: Secrets) => derivedKeys("fingerprint", secrets);

/** Derives what the service opens its own probe stream with. */
export const probeToken = (): string => derivedBytes(env().AUTH_SECRET, "probe stream").toString("hex");

/** Derives the key that signs proof-of-work challenges. */
export const proofKeyBytes = () => derivedBytes(env().AUTH_SECRET, "proof of work");

// jose uses a CryptoKey as it is. It would convert any other form for each token, at twice the cost.
const derive = (secret: string, kind: TokenKind): Key =>
  createSecretKey(keyBytes(secret, kind)).toCryptoKey(HMAC, false, ["sign", "verify"]);

function keyOf(secret: string, kind: TokenKind): Key {
  const name = `${kind} ${secret}`;
  const known = keys().get(name);
  if (known) return known;
  const key = derive(secret, kind);
  keys().set(name, key);
  return key;
}

const macKeys = processWide("token MAC keys", () => new Map<string, KeyObject>());

/** Returns the current key of a kind of token, for a MAC that's computed at once and not on another thread. */
export function macKey(kind: TokenKind): KeyObject {
  const { AUTH_SECRET } = env();
  const name = `${kind} ${AUTH_SECRET}`;
  const key = macKeys().get(name) ?? createSecretKey(keyBytes(AUTH_SECRET, kind));
  macKeys().set(name, key);
  return key;
}

export const signingKey = (kind: TokenKind) => keyOf(env().AUTH_SECRET, kind);

/** Returns the keys that a token may be signed with: the current one, and the one of AUTH_SECRET_PREVIOUS. */
export function verifyingKeys(kind: TokenKind): Key[] {
  const { AUTH_SECRET_PREVIOUS } = env();
  const current = signingKey(kind);
  return AUTH_SECRET_PREVIOUS ? [current, keyOf(AUTH_SECRET_PREVIOUS, kind)] : [current];
}
