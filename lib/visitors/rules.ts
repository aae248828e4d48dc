import type { VisitorScope } from "../access/scopes.ts";
import type { VisitorDetails } from "./schema.ts";

const isOwnId = (scope: VisitorScope, visitorId: string | undefined) =>
  visitorId === undefined || visitorId.toLowerCase() === scope.visitorId;

/**
 * What a body says that contradicts the token, which alone decides the site and, if they're verified, the visitor. A visitor
 * who isn't verified may go by any label.
 */
export function mismatchOf(
  scope: VisitorScope,
  { siteKey, visitorId }: Pick<VisitorDetails, "siteKey" | "visitorId">,
): "site_mismatch" | "visitor_mismatch" | null {
  if (siteKey !== undefined && siteKey !== scope.siteKey) return "site_mismatch";
  const isSameVisitor = !scope.isVerified || isOwnId(scope, visitorId) || visitorId === scope.externalId;
  return isSameVisitor ? null : "visitor_mismatch";
}

/** The label that a request gives its visitor: `visitorId`, unless it is the visitor's own id; else the session's. */
export const labelOf = (scope: VisitorScope, visitorId: string | undefined): string | null =>
  visitorId === undefined || isOwnId(scope, visitorId) ? scope.externalId : visitorId;
