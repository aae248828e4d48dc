import type { VisitorScope } from "../../base/access/scopes.ts";
import type { VisitorDetails } from "./schema.ts";

const isOwnId = (scope: VisitorScope, visitorId: string | undefined) =>
  visitorId === undefined || visitorId.toLowerCase() === scope.visitorId;

/**
 * Returns how a body contradicts the token, which alone decides the site and, for a verified visitor, the visitor.
 * Others may use any label.
 */
export function mismatchOf(
  scope: VisitorScope,
  { siteKey, visitorId }: Pick<VisitorDetails, "siteKey" | "visitorId">,
): "site_mismatch" | "visitor_mismatch" | null {
  if (siteKey !== undefined && siteKey !== scope.siteKey) return "site_mismatch";
  const isSameVisitor = !scope.isVerified || isOwnId(scope, visitorId) || visitorId === scope.externalId;
  return isSameVisitor ? null : "visitor_mismatch";
}

/**
 * Returns the label that a request gives its visitor: `visitorId` unless it's the visitor's own id, else the
 * session's.
 */
export const labelOf = (scope: VisitorScope, visitorId: string | undefined): string | null =>
  visitorId === undefined || isOwnId(scope, visitorId) ? scope.externalId : visitorId;
