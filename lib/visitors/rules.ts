import type { VisitorScope } from "../auth/scopes.ts";

/** The token decides which site a request is for; a body that names another is mistaken. */
export const isSameSite = (scope: VisitorScope, siteKey: string | undefined) =>
  siteKey === undefined || siteKey === scope.siteKey;

/** The label that a request gives its visitor: `visitorId`, unless it is the visitor's own id; else the session's. */
export function labelOf(scope: VisitorScope, visitorId: string | undefined): string | null {
  if (visitorId === undefined || visitorId.toLowerCase() === scope.visitorId) return scope.externalId;
  return visitorId;
}
