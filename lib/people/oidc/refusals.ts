import type { OidcFailure } from "#platform/oidc/provider.ts";

/** Why a login through the provider was refused. The login page has a sentence for each. */
export const OIDC_REFUSALS = [
  "canceled",
  "unreachable",
  "failed",
  "expired",
  "unverified",
  "not_allowed",
  "disabled",
  "other_link",
  "other_email",
  "other_address",
  "gone",
  "full",
] as const satisfies (OidcFailure | string)[];
export type OidcRefusal = (typeof OIDC_REFUSALS)[number];
