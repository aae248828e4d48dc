import { isLoopback, readAddress } from "../ip-address.ts";

const WITH_PORT = /^(?:\[(?<v6>[^\]]+)\]|(?<v4>\d+\.\d+\.\d+\.\d+))(?::\d{1,5})?$/;

type Connection = {
  /** The address at the other end of the socket. */
  peer: string | undefined;
  /** The request's X-Forwarded-For, to which each proxy appends its caller. */
  forwardedFor: string | undefined;
  /** The number of trusted proxies in front of the service. */
  trustedHops: number;
};

/**
 * Returns the caller's address: the socket's or, behind proxies, the one that the outermost trusted proxy saw. Entries
 * further left in X-Forwarded-For come from the caller, and are ignored. Null if it's unknown.
 */
export function clientIp({ peer, forwardedFor, trustedHops }: Connection): string | null {
  const seen = trustedHops > 0 ? forwardedFor?.split(",").at(-trustedHops) : undefined;
  return textOf(seen) ?? textOf(peer);
}

/** Whether an unconfigured proxy seems to be in front of the service, so that all of its callers share one address. */
export function isFromUnknownProxy({ peer, forwardedFor, trustedHops }: Connection): boolean {
  if (trustedHops > 0 || forwardedFor === undefined) return false;
  const address = readAddress(peer ?? "");
  return address !== null && !isLoopback(address);
}

/** How a request came, by X-Forwarded-For: as TRUSTED_PROXY_HOPS says, through more proxies than that, or through fewer. */
export function proxyTraffic({ forwardedFor, trustedHops }: Connection): `proxy ${"as set" | "more" | "fewer"}` {
  const hops = forwardedFor === undefined ? 0 : forwardedFor.split(",").length;
  if (hops < trustedHops) return "proxy fewer";
  // Callers may send what they like, and a proxy appends to it.
  return trustedHops === 0 && hops > 0 ? "proxy more" : "proxy as set";
}

// One spelling of each address, without a port or zone, and IPv4 as such.
function textOf(text = ""): string | null {
  const { v4, v6 } = WITH_PORT.exec(text.trim())?.groups ?? {};
  return readAddress(v4 ?? v6 ?? text)?.toString() ?? null;
}
