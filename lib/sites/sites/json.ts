import type { OwnerScope } from "../../base/access/scopes.ts";
import { fileLimits } from "../../files/files/limits.ts";
import { pictureUrl } from "../../files/pictures/picture-url.ts";
import { hostOfDomain, originAllowed } from "./domain.ts";
import type { Site } from "./queries.ts";
import { type SiteJson, SiteLooks, SiteSettings } from "./schema.ts";

export function toSiteJson(scope: OwnerScope, site: Site): SiteJson {
  const { retentionDays, ...others } = site;
  return {
    // The table's constraints are the schema's, so what's stored parses.
    ...SiteSettings.parse(retentionDays === null ? others : site),
    id: site.id,
    ownerId: scope.ownerId,
    publicKey: site.publicKey,
    ...(site.logoHash !== null && { logoUrl: pictureUrl(site.logoHash) }),
    createdAt: site.createdAt.toISOString(),
    updatedAt: site.updatedAt.toISOString(),
    ...(site.domain !== null && hostOfDomain(site.domain) === null && { domainIgnored: true as const }),
    appearance: SiteLooks.parse(site),
    ...(site.replyMinutes !== null && { replyMinutes: site.replyMinutes }),
    assignment: {
      mode: site.assignsSince === null ? "manual" : "round_robin",
      giveBackMinutes: site.giveBackMinutes,
    },
    files: fileLimits(site.fileKinds),
    ...tagSeenOf(site),
  };
}

function tagSeenOf({ tagSeenAt, tagSeenHost: host, domain }: Site): Pick<SiteJson, "tagSeen"> {
  if (tagSeenAt === null || host === null) return {};
  const allowed = originAllowed(domain, `https://${host}`, "");
  return { tagSeen: { host, at: tagSeenAt.toISOString(), allowed } };
}
