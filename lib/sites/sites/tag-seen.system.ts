import { db } from "#platform/database/database.ts";
import { env } from "#platform/env.ts";
import { log } from "#platform/log.ts";
import { publishChange } from "../../base/changes/publish-change.ts";
import { originAllowed } from "./domain.ts";
import type { SiteOfLoader } from "./site-by-key.system.ts";

const HOUR_MS = 3_600_000;
const HOST_MAX = 253;

/** The sites whose tag is being noted by this process. */
const noting = new Set<string>();

/**
 * Stores the host of the page that loaded a site's script, at most once an hour. It's a hint, not proof: anyone can
 * send the header. Never rejects, because the page has its script already.
 */
export async function noteTagSeen(site: SiteOfLoader, headers: Headers): Promise<void> {
  const host = hostOfPage(headers.get("referer") ?? headers.get("origin"));
  if (host === null || noting.has(site.id) || !isNews(site, host)) return;
  noting.add(site.id);
  try {
    // Of several processes that read the same row, one writes.
    const [written] = await db().site.updateManyAndReturn({
      where: { id: site.id, tagSeenAt: site.tagSeenAt },
      data: { tagSeenAt: new Date(), tagSeenHost: host },
      select: { workspaceId: true },
    });
    if (written) publishChange({ kind: "settings", ...written, about: "sites", siteId: site.id });
  } catch (error) {
    log().warn({ err: error }, "a site's tag could not be noted");
  } finally {
    noting.delete(site.id);
  }
}

function isNews({ domain, tagSeenAt, tagSeenHost }: SiteOfLoader, host: string): boolean {
  if (tagSeenAt === null || tagSeenHost === null) return true;
  const isAllowed = (name: string) => originAllowed(domain, `https://${name}`, "");
  // A host that the domain doesn't allow doesn't replace one that it does, nor is it worth a write each hour.
  if (!isAllowed(host)) return false;
  return !isAllowed(tagSeenHost) || Date.now() - tagSeenAt.getTime() >= HOUR_MS;
}

/** Returns the host of another page than our own. */
function hostOfPage(address: string | null): string | null {
  if (address === null || !URL.canParse(address)) return null;
  const { host, hostname } = new URL(address);
  if (host === new URL(env().BASE_URL).host || hostname === "" || hostname.length > HOST_MAX) return null;
  return hostname;
}
