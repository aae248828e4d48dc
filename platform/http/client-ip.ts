import { isLoopback, readAddress } from "../ip-address.ts";

const WITH_PORT = /^(?:\[(?<v6>[^\]]+)\]|(?<v4>\d+\.\d+\.\d+\.\d+))(?::\d{1,5})?$/;

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
export function clientIp({ peer, forwardedFor, trustedHops }: Connection): string | null {
  const seen = trustedHops > 0 ? forwardedFor?.split(",").at(-trustedHops) : undefined;
  return textOf(seen) ?? textOf(peer);
}

/** Whether a proxy seems to stand before the service that the settings say nothing of: then all who come by it are one address. */
export function isFromUnknownProxy({ peer, forwardedFor, trustedHops }: Connection): boolean {
  if (trustedHops > 0 || forwardedFor === undefined) return false;
  const address = readAddress(peer ?? "");
  return address !== null && !isLoopback(address);
}

// One spelling of each address, without a port or zone, and IPv4 as such.
function textOf(text = ""): string | null {
  const { v4, v6 } = WITH_PORT.exec(text.trim())?.groups ?? {};
  return readAddress(v4 ?? v6 ?? text)?.toString() ?? null;
}
