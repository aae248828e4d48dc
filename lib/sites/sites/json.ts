import type { OwnerScope } from "../../base/access/scopes.ts";
import { fileLimits } from "../../files/files/limits.ts";
import { pictureUrl } from "../../files/pictures/picture-url.ts";
import { appearanceOf } from "./appearance.ts";
import { hostOfDomain, originAllowed } from "./domain.ts";
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
    ...(site.logoHash !== null && { logoUrl: pictureUrl(site.logoHash) }),
    createdAt: site.createdAt.toISOString(),
    updatedAt: site.updatedAt.toISOString(),
    domain: site.domain,
    ...(site.domain !== null && hostOfDomain(site.domain) === null && { domainIgnored: true as const }),
    ...(site.retentionDays !== null && { retentionDays: site.retentionDays }),
    appearance: appearanceOf(site),
    replyName: site.replyName === "person" ? "person" : "site",
    showsReplyTime: site.showsReplyTime,
    ...(site.replyMinutes !== null && { replyMinutes: site.replyMinutes }),
    starterQuestions: site.starterQuestions,
    emailCardMinutes: site.emailCardMinutes,
    visitorDetails: site.collectsDetails,
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
