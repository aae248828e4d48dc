import { isIP } from "node:net";
import type { NetworkInterfaceInfo } from "node:os";
import ipaddr from "ipaddr.js";

export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6;

/** An IPv6 network whose addresses carry an IPv4 address, and the bit at which that begins. */
type Carrier = { network: [ipaddr.IPv6, number]; at: number };

const carrier = (cidr: string, at: number): Carrier => ({ network: ipaddr.IPv6.parseCIDR(cidr), at });

const MAPPED = carrier("::ffff:0:0/96", 96);
const NAT64 = carrier("64:ff9b::/96", 96);
const SIX_TO_FOUR = carrier("2002::/16", 16);
const TRANSLATED = carrier("::ffff:0:0:0/96", 96);
const COMPATIBLE = carrier("::/96", 96);
const CARRIERS = [MAPPED, NAT64, SIX_TO_FOUR, TRANSLATED, COMPATIBLE];

/** The ranges that no other host calls from; a carrier is left over if what it carries is one of them. */
const RESERVED = new Set(["unspecified", "loopback", "multicast", "broadcast", "rfc6052", "rfc6145", "6to4"]);

const IPV6_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");
// Clouds serve credentials and settings to their machines there: Azure's WireServer, and IBM Cloud's service network.
const CLOUD_INTERNAL = ["168.63.129.16/32", "161.26.0.0/16", "166.8.0.0/14"].map((cidr) => ipaddr.IPv4.parseCIDR(cidr));

const QUAD = /\d+(\.\d+){3}$/;
const CIDR = /^([^/]+)(?:\/(\d{1,3}))?$/;

function isIpv6(address: IpAddress): address is ipaddr.IPv6 {
  return address.kind() === "ipv6";
}

const hexOf = (quad: string) =>
  ipaddr.IPv4.parse(quad)
    .toIPv4MappedAddress()
    .parts.slice(-2)
    .map((part) => part.toString(16))
    .join(":");

function parse(text: string): IpAddress | null {
  const [bare = ""] = text.trim().split("%");
  // ipaddr.js also reads 127.1 and 0x7f.1, and takes ::1.2.3.4 for a mapped address.
  return isIP(bare) === 0 ? null : ipaddr.parse(bare.includes(":") ? bare.replace(QUAD, hexOf) : bare);
}

function carrierOf(address: IpAddress, carriers: readonly Carrier[]): Carrier | null {
  if (!isIpv6(address) || address.range() === "loopback" || address.range() === "unspecified") return null;
  return carriers.find(({ network }) => address.match(network)) ?? null;
}

const carriedBy = (address: IpAddress, { at }: Carrier) =>
  new ipaddr.IPv4(address.toByteArray().slice(at / 8, at / 8 + 4));

function normalize(address: IpAddress): { address: IpAddress; carrier: Carrier | null } {
  const carrier = carrierOf(address, CARRIERS);
  if (!carrier) return { address, carrier: null };
  const inner = carriedBy(address, carrier);
  // Only the system maps a loopback address; in the other forms it comes from a network, so it must not count as this host.
  if (carrier !== MAPPED && RESERVED.has(inner.range())) return { address, carrier: null };
  return { address: inner, carrier };
}

/** Reads an address without its zone. An IPv6 spelling of an IPv4 address, such as ::ffff:203.0.113.7, is that IPv4 address. */
export function readAddress(text: string): IpAddress | null {
  const address = parse(text);
  return address && normalize(address).address;
}

/** Reads an address with an optional prefix length, which counts the bits of the IPv4 address if there is one inside. */
export function readNetwork(text: string): { address: IpAddress; bits: number } | null {
  const [, written = "", size] = CIDR.exec(text.trim()) ?? [];
  const parsed = parse(written);
  if (!parsed) return null;
  const { address, carrier } = normalize(parsed);
  const all = bitsOf(parsed).length;
  const bits = size === undefined ? all : Number(size);
  if (bits > all || bits < (carrier?.network[1] ?? 0)) return null;
  return { address, bits: carrier ? Math.min(32, bits - carrier.at) : bits };
}

function bitsOf(address: IpAddress): string {
  return address
    .toByteArray()
    .map((byte) => byte.toString(2).padStart(8, "0"))
    .join("");
}

export const familyOf = (address: IpAddress): 4 | 6 => (isIpv6(address) ? 6 : 4);

/**
 * Returns the network of an address as its family and first bits. Hashes of this text are stored, so the format can't
 * change.
 */
export const networkOf = (address: IpAddress, bits: number): string =>
  `${familyOf(address)} ${bitsOf(address).slice(0, bits)}`;

/** Whether an address is the host's own. A request from there may be a proxy's, so it doesn't show who calls. */
export const isLoopback = (address: IpAddress): boolean => address.range() === "loopback";

/** Whether no other host can call from an address: loopback, unspecified, multicast and broadcast ones. */
export const isReserved = (address: IpAddress): boolean =>
  RESERVED.has(address.range()) || carrierOf(address, CARRIERS) !== null;

/** Whether the host of a URL is this machine. */
export function isLoopbackHost(hostname: string): boolean {
  if (hostname.toLowerCase() === "localhost") return true;
  const address = readAddress(hostname.replace(/^\[(.*)\]$/, "$1"));
  return address !== null && isLoopback(address);
}

/** Whether only this machine can open a URL. */
export const isLoopbackUrl = (url: string): boolean => isLoopbackHost(new URL(url).hostname);

/**
 * Whether an address belongs to the public internet. Excludes private, shared, loopback, link-local, multicast, reserved and
 * documentation ranges, the internal services of clouds, and 6to4, Teredo and other tunnels to IPv4.
 */
export function isPublicAddress(text: string): boolean {
  const written = parse(text);
  if (!written) return false;
  const carrier = carrierOf(written, [MAPPED, NAT64]);
  const address = carrier ? carriedBy(written, carrier) : written;
  if (address.range() !== "unicast") return false;
  return isIpv6(address) ? address.match(IPV6_UNICAST) : !CLOUD_INTERNAL.some((network) => address.match(network));
}

/** The address to listen on for every network of a machine: IPv4, unless it only has IPv6 networks. */
export function hostForAll(interfaces: NodeJS.Dict<NetworkInterfaceInfo[]>): string {
  const families = Object.values(interfaces).flatMap((addresses = []) =>
    addresses.filter(({ internal }) => !internal).map(({ family }) => family),
  );
  return families.length > 0 && families.every((family) => family === "IPv6") ? "::" : "0.0.0.0";
}
