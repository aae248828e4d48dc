import type { PersonScope, VisitorScope } from "#lib/access/scopes.ts";
import { addressHits } from "#platform/limits/keys.ts";
import { countHits } from "#platform/limits/limiter.ts";
import type { Hit } from "#platform/limits/rules.ts";

/**
 * Counts a request towards the limits of its caller: a person, a visitor or anyone. A route's declaration adds its
 * own limits. Throws `rate_limited`.
 */
export function countRequest(scope: PersonScope | VisitorScope | null, clientAddress: string | null): void {
  if (scope === null) countHits(addressHits("address", clientAddress));
  else if ("sessionId" in scope) countHits([{ rule: "session", key: scope.sessionId }]);
  else countHits([{ rule: "visitor", key: scope.visitorId }, ...addressHits("address", clientAddress)]);
}

/** The further limits of a visitor's message: its site's, and one address's share of it. */
export const messageLimits = ({
  scope,
  clientAddress,
}: {
  scope: VisitorScope;
  clientAddress: string | null;
}): Hit[] => [
  { rule: "site", key: scope.siteId },
  ...addressHits("site-address-messages", clientAddress, scope.siteId),
];
