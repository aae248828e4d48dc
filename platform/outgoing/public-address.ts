import ipaddr from "ipaddr.js";

const IPV6_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");
const NAT64 = ipaddr.IPv6.parseCIDR("64:ff9b::/96");

/** The IPv4 address that an IPv6 one stands for: mapped, or on a network that reaches IPv4 through NAT64. */
function innerIpv4(address: ipaddr.IPv6): ipaddr.IPv4 | null {
  if (address.isIPv4MappedAddress()) return address.toIPv4Address();
  return address.match(NAT64) ? new ipaddr.IPv4(address.toByteArray().slice(-4)) : null;
}

/**
 * Whether an address is one of the public internet. Not: private, shared, loopback, link-local, multicast, reserved and
 * documentation ranges, nor 6to4, Teredo and other forms that lead to an IPv4 address in a way of their own.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address instanceof ipaddr.IPv4) return address.range() === "unicast";
  const inner = innerIpv4(address);
  if (inner) return inner.range() === "unicast";
  // Whatever is not handed out for hosts is outside of it, as the old IPv4-compatible form is.
  return address.match(IPV6_UNICAST) && address.range() === "unicast";
}
