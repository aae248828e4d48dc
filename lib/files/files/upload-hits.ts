import type { LimitHit } from "#platform/limits/rules.ts";
import type { PersonScope, VisitorScope } from "../../base/access/scopes.ts";

const OF_A_SITE = 100;
const OF_A_PERSON = 10;

/** What a visitor's file counts toward, however it comes. */
export const uploadHits = (scope: VisitorScope): LimitHit[] => [
  { rule: "files", key: scope.visitorId },
  { rule: "files", key: scope.siteId, times: OF_A_SITE },
];

/** What a person's file or picture counts toward. */
export const memberUploadHits = ({ userId }: Pick<PersonScope, "userId">): LimitHit[] => [
  { rule: "files", key: userId, times: OF_A_PERSON },
];
