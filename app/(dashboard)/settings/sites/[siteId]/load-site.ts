import { notFound } from "next/navigation";
import { cache } from "react";
import { requirePageOwner } from "#gate/page-owner.ts";
import { toBlockingJson } from "#lib/blocking/json.ts";
import { getBlocking } from "#lib/blocking/queries.ts";
import { toIdentitySecretJson } from "#lib/identity-secrets/json.ts";
import { getIdentitySecret } from "#lib/identity-secrets/queries.ts";
import { getSiteMail } from "#lib/mail/queries.ts";
import { toSiteJson } from "#lib/sites/json.ts";
import { getSite } from "#lib/sites/queries.ts";
import { SiteParams } from "#lib/sites/schema.ts";
import { toEndpointJson } from "#lib/webhooks/json.ts";
import { listEndpoints } from "#lib/webhooks/queries.ts";
import { AppError } from "#platform/errors.ts";

/** What is known of the site's identity secret, for a page whose site is loaded. */
export async function loadIdentitySecret(siteId: string) {
  const scope = await requirePageOwner(`/settings/sites/${siteId}`);
  return toIdentitySecretJson(await getIdentitySecret(scope, siteId));
}

/** Who is told by mail about the site, for a page whose site is loaded. */
export async function loadSiteMail(siteId: string) {
  return getSiteMail(await requirePageOwner(`/settings/sites/${siteId}`), siteId);
}

/** Where the site's events are sent, for a page whose site is loaded. */
export async function loadWebhooks(siteId: string) {
  const scope = await requirePageOwner(`/settings/sites/${siteId}`);
  return (await listEndpoints(scope, siteId)).map(toEndpointJson);
}

/** What the site does not accept, for a page whose site is loaded. */
export async function loadBlocking(siteId: string) {
  const scope = await requirePageOwner(`/settings/sites/${siteId}`);
  return toBlockingJson(await getBlocking(scope, siteId));
}

/** The site of a settings page, asked once a request; the not-found page where it is not the owner's. */
export const loadSite = cache(async (siteId: string) => {
  const scope = await requirePageOwner(`/settings/sites/${siteId}`);
  if (!SiteParams.safeParse({ siteId }).success) notFound();
  try {
    return toSiteJson(scope, await getSite(scope, siteId));
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") notFound();
    throw error;
  }
});
