import type { LimitHit } from "#platform/limits/rules.ts";
import type { VisitorScope } from "../../base/access/scopes.ts";

const OF_A_SITE = 100;

/** What a visitor's file counts toward, however it comes. */
export const uploadHits = (scope: VisitorScope): LimitHit[] => [
  { rule: "files", key: scope.visitorId },
  { rule: "files", key: scope.siteId, times: OF_A_SITE },
];
