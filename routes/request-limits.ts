import type { OwnerScope, VisitorScope } from "#lib/access/scopes.ts";
import { addressHits } from "#platform/limits/keys.ts";
import { countHits } from "#platform/limits/limiter.ts";
import type { Hit } from "#platform/limits/rules.ts";

/**
 * Counts a request of somebody who was let in, an owner, a visitor or anyone, towards what every request of theirs counts
 * towards. What else one counts towards its declaration says. Throws `rate_limited`.
 */
export function countRequest(scope: OwnerScope | VisitorScope | null, clientAddress: string | null): void {
  if (scope === null) countHits(addressHits("address", clientAddress));
  else if ("sessionId" in scope) countHits([{ rule: "session", key: scope.sessionId }]);
  else countHits([{ rule: "visitor", key: scope.visitorId }, ...addressHits("address", clientAddress)]);
}

/** What a visitor's message counts towards beside that: its site, of which one address has no more than a part. */
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
