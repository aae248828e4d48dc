import { type LookupAddress, promises as systemDns } from "node:dns";
import { Resolver } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import { isPublicAddress } from "../ip-address.ts";
import { AttemptError } from "./failures.ts";

const TRY_MS = 2_000;
const TRIES = 2;
const NO_SUCH = new Set(["ENOTFOUND", "ENODATA", "EBADNAME"]);

const codeOf = (reason: unknown) => (reason instanceof Error && "code" in reason ? String(reason.code) : "");

type LookUp = {
  signal: AbortSignal;
  /** Name servers to use instead of the system's. */
  servers?: readonly string[];
};

/**
 * Resolves a name directly at its name servers. The system's resolver would hold one of the few threads that also
 * hash passwords for as long as a slow name server likes.
 */
async function addressesOf(name: string, { signal, servers }: LookUp): Promise<string[]> {
  const resolver = new Resolver({ timeout: TRY_MS, tries: TRIES });
  if (servers) resolver.setServers(servers);
  const cancel = () => resolver.cancel();
  signal.addEventListener("abort", cancel, { once: true });
  try {
    const results = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const found = results.flatMap((result) => (result.status === "fulfilled" ? result.value : []));
    if (found.length > 0) return found;
    signal.throwIfAborted();
    const isUnknown = results.some((result) => result.status === "rejected" && NO_SUCH.has(codeOf(result.reason)));
    throw new AttemptError(isUnknown ? "name_unknown" : "name_lookup_failed");
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}

/** Returns all addresses of a name. Throws `host_not_public` if any of them isn't public. */
async function publicAddressesOf(name: string, options: LookUp): Promise<LookupAddress[]> {
  const addresses = await addressesOf(name, options);
  if (!addresses.every(isPublicAddress)) throw new AttemptError("host_not_public");
  return addresses.map((address) => ({ address, family: isIP(address) }));
}

/**
 * Creates a connection's lookup function. It connects to the very addresses that were checked, whatever the name
 * resolves to a moment later. The system resolves hosts that the operator allows.
 */
export function resolveHost(isNamed: boolean, options: LookUp): LookupFunction {
  return (name, { all }, callback) => {
    const found = isNamed ? systemDns.lookup(name, { all: true }) : publicAddressesOf(name, options);
    found.then(
      (addresses) => {
        const [first] = addresses;
        if (all) callback(null, addresses);
        else if (first) callback(null, first.address, first.family);
        else callback(new AttemptError("name_unknown"), "");
      },
      (error: Error) => callback(error, ""),
    );
  };
}
