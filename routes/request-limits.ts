import type { OwnerScope, VisitorScope } from "#lib/access/scopes.ts";
import { addressKey, joinKeys } from "#platform/limits/keys.ts";
import { countHits } from "#platform/limits/limiter.ts";
import type { Hit } from "#platform/limits/rules.ts";

const fromAddress = (clientAddress: string | null): Hit => ({ rule: "address", key: addressKey(clientAddress) });

/**
 * Counts a request of somebody who was let in, an owner, a visitor or anyone, towards what every request of theirs counts
 * towards. What else one counts towards its declaration says. Throws `rate_limited`.
 */
export function countRequest(scope: OwnerScope | VisitorScope | null, clientAddress: string | null): void {
  if (scope === null) countHits([fromAddress(clientAddress)]);
  else if ("sessionId" in scope) countHits([{ rule: "session", key: scope.sessionId }]);
  else countHits([{ rule: "visitor", key: scope.visitorId }, fromAddress(clientAddress)]);
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
  { rule: "site-address-messages", key: joinKeys(scope.siteId, addressKey(clientAddress)) },
];
