import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { pageTitle } from "#components/shell/page-title.ts";
import { requirePageOwner } from "#gate/page-owner.ts";
import { toSiteJson } from "#lib/sites/json.ts";
import { getSite } from "#lib/sites/queries.ts";
import { SiteParams } from "#lib/sites/schema.ts";
import { AppError } from "#platform/errors.ts";

/** Params of a page of a site's settings. */
export type SiteProps = { params: Promise<{ siteId: string }> };

/**
 * Loads the site of a settings page, once per request. `section` is the page's path below the site's. Shows the
 * not-found page if the site isn't the owner's.
 */
export const loadSite = cache(async (siteId: string, section: string) => {
  const scope = await requirePageOwner(`/settings/sites/${siteId}/${section}`.replace(/\/$/, ""));
  if (!SiteParams.safeParse({ siteId }).success) notFound();
  try {
    return { scope, site: toSiteJson(scope, await getSite(scope, siteId)) };
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") notFound();
    throw error;
  }
});

/** Returns the title of a section's page. */
export async function sectionTitle({ params }: SiteProps, section: string, label: string): Promise<Metadata> {
  const { site } = await loadSite((await params).siteId, section);
  return { title: pageTitle(`${label} · ${site.name}`) };
}
