import { oidcCopy } from "#components/catalogs/oidc.tsx";
import { OIDC_REFUSALS, type OidcRefusal } from "#lib/people/oidc/refusals.ts";

const isRefusal = (said: unknown): said is OidcRefusal => OIDC_REFUSALS.some((refusal) => refusal === said);

/** Returns the sentence for what the callback put into a page's address, or undefined. The address is anyone's. */
export function oidcProblem(said: unknown, provider: string): string | undefined {
  if (said === "known") return oidcCopy.known(provider);
  return isRefusal(said) ? oidcCopy.refusals[said](provider) : undefined;
}
