import { isIP } from "node:net";
import { isPublicAddress } from "../ip-address.ts";
import { type AllowedHost, isAllowedHost, plainHost } from "./allowed-hosts.ts";

/** Where a webhook goes: a public host, or one that the operator has named. */
export type Target = { url: URL; isNamed: boolean };

const OWN_NAMES = /^(localhost|.+\.(localhost|local|internal|home\.arpa))$/;

// The brackets around an IPv6 address are of the URL.
export const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, "");

/**
 * Reads the address of an endpoint. Answers why it is not taken, as the end of a sentence about it, where it is not. A name
 * may still lead somewhere that is not public: that shows with each connection.
 */
export function readTarget(text: string, allowed: readonly AllowedHost[]): Target | string {
  if (!URL.canParse(text)) return "must be an address such as https://example.com/webhooks";
  const url = new URL(text);
  const isNamed = isAllowedHost(url, allowed);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isNamed)) return "must begin with https://";
  if (url.username || url.password) return "must not hold a user name or a password";
  if (url.hash) return "must not have a part after #, which is never sent";
  if (isNamed) return { url, isNamed };
  const host = hostOf(url);
  const isPublic = isIP(host) ? isPublicAddress(host) : !OWN_NAMES.test(plainHost(host));
  return isPublic ? { url, isNamed } : NOT_PUBLIC;
}

const NOT_PUBLIC =
  "must be a public host; who runs this service can allow others with the setting WEBHOOK_ALLOWED_HOSTS";
