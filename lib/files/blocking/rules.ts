import { familyOf, isLoopback, isReserved, networkOf, readAddress, readNetwork } from "#platform/ip-address.ts";

/*
 * Addresses are blocked in a few sizes only, so that each can be looked up by its hash: one IPv4 address or its /24
 * or /16, an IPv6 /64, which one caller has at least, or a /56, /48 or /32.
 */
const BITS = { 4: [32, 24, 16], 6: [64, 56, 48, 32] } as const;

const IPV6_BITS = 128;
// 64:ff9b, as bits.
const NAT64_BITS = "00000000011001001111111110011011";
const SIZES = "must be an IPv4 address or its /24 or /16, or an IPv6 address or its /64, /56, /48 or /32";
const NO_CALLER =
  "must be an address that visitors can have, which loopback, unspecified and multicast addresses aren't";

/**
 * Returns the ranges that contain an address, narrowest first. The host's own addresses have none, since they don't
 * show who calls.
 */
export function rangesOf(text: string): string[] {
  const address = readAddress(text);
  if (address === null || isLoopback(address)) return [];
  return BITS[familyOf(address)].map((size) => networkOf(address, size));
}

export const narrowestRange = (address: string): string | null => rangesOf(address)[0] ?? null;

/** Reads an address or a network that an owner blocks. Returns why it isn't accepted, as the end of a sentence, if it isn't. */
export function readRange(text: string): { range: string } | { problem: string } {
  const network = readNetwork(text);
  if (!network) return { problem: SIZES };
  const { address, bits } = network;
  if (isReserved(address)) return { problem: NO_CALLER };
  const sizes: readonly number[] = BITS[familyOf(address)];
  const wanted = familyOf(address) === 6 && bits === IPV6_BITS ? BITS[6][0] : bits;
  return sizes.includes(wanted) ? { range: networkOf(address, wanted) } : { problem: SIZES };
}

/**
 * The ranges that earlier versions stored for ::ffff:203.0.113.7, ::203.0.113.7, 64:ff9b::203.0.113.7 and ::1. The IPv4 address
 * isn't in them, and as those callers count as IPv4 addresses, nobody is in these ranges.
 */
export const UNUSED_RANGES: readonly string[] = [
  ...BITS[6].map((size) => `6 ${"0".repeat(size)}`),
  ...[64, 56, 48].map((size) => `6 ${NAT64_BITS.padEnd(size, "0")}`),
];
