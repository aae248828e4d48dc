import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { pageTitle } from "#components/shell/page-title.ts";
import { requirePageOwner } from "#gate/page-owner.ts";
import type { OwnerScope, Role } from "#lib/base/access/scopes.ts";
import { toSiteJson } from "#lib/sites/sites/json.ts";
import { getSite } from "#lib/sites/sites/queries.ts";
import { SiteParams } from "#lib/sites/sites/schema.ts";
import { AppError } from "#platform/errors.ts";

/** Params of a page of a site's settings. */
export type SiteProps = { params: Promise<{ workspaceId: string; siteId: string }> };

const findSite = cache(async (scope: OwnerScope, siteId: string) => {
  if (!SiteParams.safeParse({ siteId }).success) notFound();
  try {
    return toSiteJson(scope, await getSite(scope, siteId));
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") notFound();
    throw error;
  }
});

/**
 * Loads the site of a settings page, once per request. `section` is the page's path below the site's. Shows the
 * not-found page if the site isn't the owner's.
 */
export async function loadSite(params: SiteProps["params"], section: string, least?: Role) {
  const { siteId } = await params;
  const scope = await requirePageOwner(params, `/settings/sites/${siteId}/${section}`.replace(/\/$/, ""), least);
  return { scope, site: await findSite(scope, siteId) };
}

/** Returns the title of a section's page. */
export async function sectionTitle({ params }: SiteProps, section: string, label: string): Promise<Metadata> {
  const { site } = await loadSite(params, section);
  return { title: pageTitle(`${label} · ${site.name}`) };
}
