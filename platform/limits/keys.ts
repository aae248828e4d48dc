import { createHmac } from "node:crypto";
import { emailKey } from "#lib/owners/rules.ts";
import { isPublicKey } from "#lib/sites/public-key.ts";
import { limitKeyBytes } from "../crypto/keys.ts";
import { addressPrefix } from "./address-prefix.ts";

const LETTERS = 22;

const shared = globalThis as typeof globalThis & { siteInboxLimitKey?: Buffer };

// Neither an address nor an e-mail is kept or sent anywhere: only this, which leads back to neither without the secret.
function hash(kind: string, text: string): string {
  shared.siteInboxLimitKey ??= limitKeyBytes();
  const mac = createHmac("sha256", shared.siteInboxLimitKey).update(`${kind} ${text}`);
  return mac.digest("base64url").slice(0, LETTERS);
}

/** What stands for the network that an address is from; null where that says nothing about who calls. */
export function addressKey(address: string | null): string | null {
  const prefix = address === null ? null : addressPrefix(address);
  return prefix === null ? null : hash("address", prefix);
}

/** What stands for an account, there or not. */
export const accountKey = (email: string): string => hash("account", emailKey(email));

/** A key made of several, null where one of them is not known. */
export const joinKeys = (...keys: (string | null)[]): string | null => (keys.includes(null) ? null : keys.join("/"));

/** What stands for a site that is named by its public key; one for all that cannot be such a key. */
export const publicKeyKey = (publicKey: string): string => (isPublicKey(publicKey) ? publicKey : "no key");
