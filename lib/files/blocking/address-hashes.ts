import { createHmac } from "node:crypto";
import { addressKeys } from "#platform/crypto/keys.ts";
import { processWide } from "#platform/process-wide.ts";
import { narrowestRange, rangesOf, UNUSED_RANGES } from "./rules.ts";

const LETTERS = 22;

const keys = processWide("address keys", addressKeys);

// The site is part of the hash, so that a reader of the tables can't match one caller on two sites.
const hashBy = (key: Buffer, siteKey: string, range: string) =>
  createHmac("sha256", key).update(`${siteKey} ${range}`).digest("base64url").slice(0, LETTERS);

/** Hashes a range of addresses for one site's tables. It can't be reversed without the secret. */
export const hashRange = (siteKey: string, range: string): string => hashBy(keys()[0], siteKey, range);

/**
 * Hashes the caller's address at the narrowest size that is distinguished. Null if the address says nothing about the
 * caller.
 */
export function hashCallerAddress(siteKey: string, clientAddress: string | null): string | null {
  const range = clientAddress === null ? null : narrowestRange(clientAddress);
  return range === null ? null : hashRange(siteKey, range);
}

/**
 * Returns every hash an address may be blocked under: its own, its networks', and those under the previous secret.
 */
export function hashCallerRanges(siteKey: string, clientAddress: string | null): string[] {
  if (clientAddress === null) return [];
  return rangesOf(clientAddress).flatMap((range) => keys().map((key) => hashBy(key, siteKey, range)));
}

/** The hashes of what earlier versions stored for IPv6 spellings of IPv4 addresses, which match no caller. */
export const unusedHashes = (siteKey: string): ReadonlySet<string> =>
  new Set(UNUSED_RANGES.flatMap((range) => keys().map((key) => hashBy(key, siteKey, range))));
