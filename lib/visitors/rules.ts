import type { VisitorScope } from "../auth/scopes.ts";
import { AppError } from "../errors.ts";

/** The token decides which site a request is for; a body that names another is mistaken. Throws `site_mismatch`. */
export function requireSameSite(scope: VisitorScope, siteKey: string | undefined): void {
  if (siteKey !== undefined && siteKey !== scope.siteKey) throw new AppError("site_mismatch");
}

/** The label that a request gives its visitor: `visitorId`, unless it is the visitor's own id; else the session's. */
export function labelOf(scope: VisitorScope, visitorId: string | undefined): string | null {
  if (visitorId === undefined || visitorId.toLowerCase() === scope.visitorId) return scope.externalId;
  return visitorId;
}
