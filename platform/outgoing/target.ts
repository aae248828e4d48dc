import { isIP } from "node:net";
import { isPublicAddress } from "../ip-address.ts";
import { type AllowedHost, isAllowedHost, plainHost } from "./allowed-hosts.ts";

/** Where a request is sent: a public host, or one that the operator allows. */
export type Target = { url: URL; isNamed: boolean };

const OWN_NAMES = /^(localhost|.+\.(localhost|local|internal|home\.arpa))$/;

// Returns a URL's host without the brackets of an IPv6 address.
export const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, "");

/**
 * Reads the URL of a webhook or a channel. If it isn't accepted, returns why, as the end of a sentence about it. A name may still
 * resolve to an address that isn't public, which each connection checks.
 */
export function readTarget(text: string, allowed: readonly AllowedHost[]): Target | string {
  if (!URL.canParse(text)) return "must be an address such as https://example.com/webhooks";
  const url = new URL(text);
  const isNamed = isAllowedHost(url, allowed);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isNamed)) return "must begin with https://";
  if (url.username || url.password) return "must not contain a username or password";
  if (url.hash) return "must not have a part after #, which is never sent";
  if (isNamed) return { url, isNamed };
  const host = hostOf(url);
  const isPublic = isIP(host) ? isPublicAddress(host) : !OWN_NAMES.test(plainHost(host));
  return isPublic ? { url, isNamed } : NOT_PUBLIC;
}

const NOT_PUBLIC = "must be a public host; your administrator can allow others with OUTBOUND_ALLOWED_HOSTS";
