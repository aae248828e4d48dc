import { isIP, SocketAddress } from "node:net";
import { addressPrefix } from "../limits/address-prefix.ts";

const WITH_PORT = /^(?:\[(?<v6>[^\]]+)\]|(?<v4>\d+\.\d+\.\d+\.\d+))(?::\d{1,5})?$/;
const IPV4_IN_IPV6 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/;

type Connection = {
  /** The address at the other end of the socket. */
  peer: string | undefined;
  /** The request's X-Forwarded-For, to which each proxy adds whom it was called by. */
  forwardedFor: string | undefined;
  /** How many proxies of ours stand before the service. */
  trustedHops: number;
};

/**
 * Who calls: the socket's address or, behind proxies, the one that the outermost of them has seen. What stands further
 * left in X-Forwarded-For was written by the caller, and is not believed. Null where nothing is known.
 */
export function clientAddress({ peer, forwardedFor, trustedHops }: Connection): string | null {
  const seen = trustedHops > 0 ? forwardedFor?.split(",").at(-trustedHops) : undefined;
  return readAddress(seen ?? "") ?? readAddress(peer ?? "");
}

/** Whether a proxy seems to stand before the service that the settings say nothing of: then all who come by it are one address. */
export function isFromUnknownProxy({ peer, forwardedFor, trustedHops }: Connection): boolean {
  if (trustedHops > 0 || forwardedFor === undefined) return false;
  const address = readAddress(peer ?? "");
  return address !== null && addressPrefix(address) !== null;
}

// One way to write each address: without a port or zone, and IPv4 as such.
function readAddress(text: string): string | null {
  const { v4, v6 } = WITH_PORT.exec(text.trim())?.groups ?? {};
  const [address = ""] = (v4 ?? v6 ?? text.trim()).split("%");
  if (isIP(address) !== 6) return isIP(address) === 4 ? address : null;
  const { address: shortest } = new SocketAddress({ address, family: "ipv6" });
  return IPV4_IN_IPV6.exec(shortest)?.[1] ?? shortest;
}
