import { env } from "#platform/env.ts";
import { AppError } from "#platform/errors.ts";
import { readAddress } from "#platform/ip-address.ts";

/** The host that passkeys are created for, and the origin whose pages may use them. */
export type RelyingParty = { host: string; origin: string };

const isLocal = (hostname: string) => hostname === "localhost" || hostname.endsWith(".localhost");

/** Returns who passkeys are created for, by BASE_URL. Null if browsers allow none there: without https, or at an IP address. */
export function relyingParty(): RelyingParty | null {
  const { protocol, hostname, origin } = new URL(env().BASE_URL);
  if (readAddress(hostname.replace(/^\[(.*)\]$/, "$1"))) return null;
  return protocol === "https:" || isLocal(hostname) ? { host: hostname, origin } : null;
}

/** Returns who passkeys are created for. Throws `not_accepted` if browsers allow none. */
export function requireRelyingParty(): RelyingParty {
  const party = relyingParty();
  if (party) return party;
  const detail = "Passkeys need https and a host name, not an IP address. The operator sets both with BASE_URL.";
  throw new AppError("not_accepted", { detail });
}
