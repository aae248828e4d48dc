import { isIP } from "node:net";

/*
 * Addresses are blocked in a few sizes only, so that each can be looked for by its hash: one IPv4 address or its /24 or /16,
 * an IPv6 /64, which is what one caller has at least, or a /56, /48 or /32.
 */
const BITS = { 4: [32, 24, 16], 6: [64, 56, 48, 32] } as const;

const LOOPBACK = /^(127\.|::1$)/;
const CIDR = /^([^/]+)(?:\/(\d{1,3}))?$/;

type Family = 4 | 6;

function familyOf(address: string): Family | null {
  const family = isIP(address);
  return family === 4 || family === 6 ? family : null;
}

/** An address as its bits, `0` and `1`. */
function bitsOf(address: string, family: Family): string {
  const groups = family === 4 ? address.split(".").map(Number) : groupsOf(address);
  return groups.map((group) => group.toString(2).padStart(family === 4 ? 8 : 16, "0")).join("");
}

function groupsOf(address: string): number[] {
  const [head = "", tail] = address.split("::");
  const first = readGroups(head);
  const last = readGroups(tail ?? "");
  const between = tail === undefined ? 0 : 8 - first.length - last.length;
  return [...first, ...Array<number>(between).fill(0), ...last];
}

function readGroups(part: string): number[] {
  if (part === "") return [];
  return part.split(":").flatMap((group) => {
    if (!group.includes(".")) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split(".").map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}

const rangeOf = (address: string, family: Family, size: number) =>
  `${family} ${bitsOf(address, family).slice(0, size)}`;

/** The ranges that hold an address, the narrowest first; none for this machine's own: then it says nothing of who calls. */
export function rangesOf(address: string): string[] {
  const family = familyOf(address);
  if (family === null || LOOPBACK.test(address)) return [];
  return BITS[family].map((size) => rangeOf(address, family, size));
}

export const narrowestRange = (address: string): string | null => rangesOf(address)[0] ?? null;

/** What somebody wrote to be blocked: an address, or a network in one of the sizes; null for anything else. */
export function readRange(text: string): string | null {
  const [, written = "", size] = CIDR.exec(text.trim()) ?? [];
  const address = written.split("%")[0] ?? "";
  const family = familyOf(address);
  if (family === null || LOOPBACK.test(address)) return null;
  const [narrowest] = BITS[family];
  if (size === undefined) return rangeOf(address, family, narrowest);
  const bits: readonly number[] = BITS[family];
  const wanted = family === 6 && Number(size) === 128 ? narrowest : Number(size);
  return bits.includes(wanted) ? rangeOf(address, family, wanted) : null;
}
