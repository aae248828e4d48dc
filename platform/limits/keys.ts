import { createHmac } from "node:crypto";
import { limitKeyBytes } from "../crypto/keys.ts";
import { emailKey } from "../email-address.ts";
import { familyOf, isLoopback, networkOf, readAddress } from "../ip-address.ts";
import { processWide } from "../process-wide.ts";
import { isPublicKey } from "../public-key.ts";
import type { LimitHit, RuleName } from "./rules.ts";

const LETTERS = 22;

const limitKey = processWide("limit key", limitKeyBytes);

// Addresses and emails are never stored: only this hash, which can't be reversed without the secret.
function hash(kind: string, text: string): string {
  const mac = createHmac("sha256", limitKey()).update(`${kind} ${text}`);
  return mac.digest("base64url").slice(0, LETTERS);
}

/** Everyone in a /64 is one caller. A provider gives its customers up to a /48, which has eight times the quota together. */
const NETWORKS = {
  4: [{ bits: 32, times: 1 }],
  6: [
    { bits: 64, times: 1 },
    { bits: 48, times: 8 },
  ],
} as const;

/** A network that an address is counted by, and how many times a limit's quota it has. */
export type NetworkKey = { key: string; times: number };

/**
 * Returns the networks that an address is counted by. None for the host's own address, because a proxy there calls
 * for everyone.
 */
export function networkKeys(text: string | null): NetworkKey[] {
  const address = text === null ? null : readAddress(text);
  if (address === null || isLoopback(address)) return [];
  return NETWORKS[familyOf(address)].map(({ bits, times }) => ({
    key: hash("address", networkOf(address, bits)),
    times,
  }));
}

/** Returns the hits of a request from an address: on a limit by address, or by address within a site. */
export const addressHits = (rule: RuleName, address: string | null, site?: string): LimitHit[] =>
  networkKeys(address).map(({ key, times }) => ({ rule, key: site === undefined ? key : `${site}/${key}`, times }));

/** Returns the key of an account, whether or not it exists. */
export const accountKey = (email: string): string => hash("account", emailKey(email));

/** Returns the key of the mailbox behind an address, as far as it can be known: without a tag (RFC 5233) and without dots. */
export function mailboxKey(email: string): string {
  const key = emailKey(email);
  const at = key.lastIndexOf("@");
  const [name = ""] = key.slice(0, at).split("+");
  return hash("mailbox", `${name.replaceAll(".", "")}${key.slice(at)}`);
}

/** Returns the key of a site by its public key. All malformed ones share one. */
export const publicKeyKey = (publicKey: string): string => (isPublicKey(publicKey) ? publicKey : "no key");
