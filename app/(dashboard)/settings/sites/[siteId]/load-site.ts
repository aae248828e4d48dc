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

/** Loads the state of the site's identity secret. */
export async function loadIdentitySecret(siteId: string) {
  const scope = await requirePageOwner(`/settings/sites/${siteId}`);
  return toIdentitySecretJson(await getIdentitySecret(scope, siteId));
}

/** Loads who gets email about the site. */
export async function loadSiteMail(siteId: string) {
  return getSiteMail(await requirePageOwner(`/settings/sites/${siteId}`), siteId);
}

/** Loads the site's webhooks. */
export async function loadWebhooks(siteId: string) {
  const scope = await requirePageOwner(`/settings/sites/${siteId}`);
  return (await listEndpoints(scope, siteId)).map(toEndpointJson);
}

/** Loads what the site blocks. */
export async function loadBlocking(siteId: string) {
  const scope = await requirePageOwner(`/settings/sites/${siteId}`);
  return toBlockingJson(await getBlocking(scope, siteId));
}

/** Loads the site of a settings page, once per request. Shows the not-found page if it isn't the owner's. */
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
