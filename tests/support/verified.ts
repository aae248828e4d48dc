import { createHmac } from "node:crypto";
import { NewIdentitySecretResponse } from "#lib/sites/identity-secrets/schema.ts";
import type { SiteJson } from "#lib/sites/sites/schema.ts";
import { ask } from "./api-client.ts";
import { newOwnerWithSite, type Owner, openWidget } from "./factories.ts";

/** The hash as a site's server makes it (contract.md section 4). */
export const hashOf = (secret: string, id: string) => createHmac("sha256", secret).update(id, "utf8").digest("hex");

export const secretPath = ({ id }: SiteJson) => `/sites/${id}/identity-secret`;

export function makeSecret(owner: Owner, site: SiteJson, body: object = {}) {
  return ask(NewIdentitySecretResponse, 201, "POST", secretPath(site), { token: owner.token, body });
}

/** A new owner's site that vouches for its visitors. */
export async function newVouchingSite() {
  const { owner, site } = await newOwnerWithSite();
  const { secret } = await makeSecret(owner, site);
  const proof = (id: string) => ({ visitorId: id, visitorHash: hashOf(secret, id) });
  return {
    owner,
    site,
    secret,
    proof,
    openAs: (id: string, more: object = {}) => openWidget(site, { ...proof(id), ...more }),
  };
}
