import { countOidc } from "#platform/metrics/count.ts";
import { beginOidc } from "#platform/oidc/provider.ts";
import { type Flow, sealFlow } from "./flow.ts";

/** Where the browser goes, and what it keeps meanwhile. */
export type Begun = { url: string; sealed: string };

/** Begins a login at the provider. Throws `not_accepted` if there's none, or `unavailable`. */
export async function beginFlow(flow: Pick<Flow, "purpose" | "next">): Promise<Begun> {
  const { url, checks } = await beginOidc();
  countOidc("begun");
  return { url, sealed: sealFlow({ ...flow, checks }) };
}
