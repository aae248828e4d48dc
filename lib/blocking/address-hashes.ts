import { createHmac } from "node:crypto";
import { addressKeys } from "#platform/crypto/keys.ts";
import { narrowestRange, rangesOf, UNUSED_RANGES } from "./rules.ts";

const LETTERS = 22;

const shared = globalThis as typeof globalThis & { siteInboxAddressKeys?: ReturnType<typeof addressKeys> };

function keys(): ReturnType<typeof addressKeys> {
  shared.siteInboxAddressKeys ??= addressKeys();
  return shared.siteInboxAddressKeys;
}

// With the site in it, so that nobody who reads the tables can tell one caller on two sites.
const hashBy = (key: Buffer, siteKey: string, range: string) =>
  createHmac("sha256", key).update(`${siteKey} ${range}`).digest("base64url").slice(0, LETTERS);

/** What stands for a range of addresses in one site's tables. It leads back to none without the secret. */
export const hashRange = (siteKey: string, range: string): string => hashBy(keys()[0], siteKey, range);

/** What stands for the address that somebody calls from, as narrowly as addresses are told apart; null where that says nothing. */
export function hashCallerAddress(siteKey: string, clientAddress: string | null): string | null {
  const range = clientAddress === null ? null : narrowestRange(clientAddress);
  return range === null ? null : hashRange(siteKey, range);
}

/** All that an address may have been blocked as: by itself, with its network, or under the secret before. */
export function hashCallerRanges(siteKey: string, clientAddress: string | null): string[] {
  if (clientAddress === null) return [];
  return rangesOf(clientAddress).flatMap((range) => keys().map((key) => hashBy(key, siteKey, range)));
}

/** The hashes of what earlier versions stored for IPv6 spellings of IPv4 addresses, which match no caller. */
export const unusedHashes = (siteKey: string): ReadonlySet<string> =>
  new Set(UNUSED_RANGES.flatMap((range) => keys().map((key) => hashBy(key, siteKey, range))));
