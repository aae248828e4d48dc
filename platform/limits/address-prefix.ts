import { isIPv6 } from "node:net";

const GROUPS = 8;
const PREFIX_GROUPS = 4;
const LOOPBACK = /^(127\.|::1$)/;

/**
 * What one caller has at least: an IPv4 address, or the 64 bits of an IPv6 network, within which everybody may take as many
 * addresses as they like. Null for this machine's own: then something in between calls, for whoever it may be.
 */
export function addressPrefix(address: string): string | null {
  if (LOOPBACK.test(address)) return null;
  if (!isIPv6(address)) return address;
  const [head = "", tail] = address.split("::");
  const first = groupsOf(head);
  const last = groupsOf(tail ?? "");
  const between = tail === undefined ? 0 : GROUPS - first.length - last.length;
  const all = [...first, ...Array<string>(between).fill("0"), ...last];
  return `${all.slice(0, PREFIX_GROUPS).join(":")}::/64`;
}

// The last two groups may be written as an IPv4 address; they are never in the prefix.
function groupsOf(part: string): string[] {
  if (part === "") return [];
  return part
    .split(":")
    .flatMap((group) => (group.includes(".") ? ["0", "0"] : [Number.parseInt(group, 16).toString(16)]));
}
