import type { VisitorScope } from "../access/scopes.ts";

/** The token decides which site a request is for; a body that names another is mistaken. */
export const isSameSite = (scope: VisitorScope, siteKey: string | undefined) =>
  siteKey === undefined || siteKey === scope.siteKey;

const isOwnId = (scope: VisitorScope, visitorId: string | undefined) =>
  visitorId === undefined || visitorId.toLowerCase() === scope.visitorId;

/** Whom a verified visitor is, no request can say otherwise; anybody else takes what it says for a label. */
export const isSameVisitor = (scope: VisitorScope, visitorId: string | undefined) =>
  !scope.isVerified || isOwnId(scope, visitorId) || visitorId === scope.externalId;

/** The label that a request gives its visitor: `visitorId`, unless it is the visitor's own id; else the session's. */
export const labelOf = (scope: VisitorScope, visitorId: string | undefined): string | null =>
  visitorId === undefined || isOwnId(scope, visitorId) ? scope.externalId : visitorId;
