import type { OwnerScope } from "../access/scopes.ts";
import { hostOfDomain } from "./domain.ts";
import type { Site } from "./queries.ts";
import type { SiteJson } from "./schema.ts";

export function toSiteJson(scope: OwnerScope, site: Site): SiteJson {
  return {
    id: site.id,
    ownerId: scope.ownerId,
    name: site.name,
    publicKey: site.publicKey,
    accentColor: site.accentColor,
    welcomeMessage: site.welcomeMessage,
    createdAt: site.createdAt.toISOString(),
    updatedAt: site.updatedAt.toISOString(),
    domain: site.domain,
    ...(site.domain !== null && hostOfDomain(site.domain) === null && { domainIgnored: true as const }),
    ...(site.retentionDays !== null && { retentionDays: site.retentionDays }),
  };
}
