import type { PersonScope, VisitorScope } from "#lib/base/access/scopes.ts";
import { memberUploadHits, uploadHits } from "#lib/files/files/upload-hits.ts";
import type { ErrorCode } from "#platform/errors.ts";
import { addressHits } from "#platform/limits/keys.ts";
import { countHits } from "#platform/limits/limiter.ts";
import type { LimitHit } from "#platform/limits/rules.ts";

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
}): LimitHit[] => [
  { rule: "site", key: scope.siteId },
  ...addressHits("site-address-messages", clientAddress, scope.siteId),
];

const FILES_OF_MANY = 10;

/** The errors of an upload besides those of its caller. */
export const UPLOAD_ERRORS: ErrorCode[] = [
  "not_found",
  "not_accepted",
  "request_timeout",
  "file_kind_not_allowed",
  "file_rejected",
  "quota_exceeded",
];

/** The further limits of a visitor's file. */
export const visitorFileLimits = ({
  scope,
  clientAddress,
}: {
  scope: VisitorScope;
  clientAddress: string | null;
}): LimitHit[] => [
  ...uploadHits(scope),
  ...addressHits("files", clientAddress).map((hit) => ({ ...hit, times: FILES_OF_MANY * (hit.times ?? 1) })),
];

/** The errors of an upload of a logo or photo besides those of its caller. */
export const PICTURE_ERRORS: ErrorCode[] = ["request_timeout", "file_kind_not_allowed", "quota_exceeded"];

/** The further limit of a person's file or picture. */
export const memberFileLimits = ({ scope }: { scope: PersonScope }): LimitHit[] => memberUploadHits(scope);
