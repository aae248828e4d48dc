import { isIP } from "node:net";
import { isLoopbackHost } from "../ip-address.ts";

/** Which devices a service at an address can send push messages to, or why to none. */
export type PushReach = "everywhere" | "this_host" | "insecure" | "ip_address";

/** Browsers subscribe on https pages only, with a host name, and on pages of their own host. */
export function pushReach(baseUrl: string): PushReach {
  const { protocol, hostname } = new URL(baseUrl);
  if (isLoopbackHost(hostname)) return "this_host";
  if (protocol !== "https:") return "insecure";
  return isIP(hostname.replace(/^\[|\]$/g, "")) ? "ip_address" : "everywhere";
}
