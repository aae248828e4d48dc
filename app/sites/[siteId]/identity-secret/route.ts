import { createIdentitySecret, deleteIdentitySecret } from "#lib/identity-secrets/commands.ts";
import { toIdentitySecretJson, toNewIdentitySecretJson } from "#lib/identity-secrets/json.ts";
import { getIdentitySecret } from "#lib/identity-secrets/queries.ts";
import {
  CreateIdentitySecretBody,
  IdentitySecretResponse,
  NewIdentitySecretResponse,
} from "#lib/identity-secrets/schema.ts";
import { SiteParams } from "#lib/sites/schema.ts";
import { endpoint, route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "owner",
    summary: "Get what is known of the identity secret",
    description: "Never the secret itself.",
    params: SiteParams,
    response: IdentitySecretResponse,
    handler: async ({ scope, params }) => toIdentitySecretJson(await getIdentitySecret(scope, params.siteId)),
  }),
  POST: endpoint({
    caller: "owner",
    access: "manage",
    summary: "Make a new identity secret",
    description: "Shown in this answer and never again. The last one stays good for `overlapHours`.",
    params: SiteParams,
    body: CreateIdentitySecretBody,
    response: NewIdentitySecretResponse,
    status: 201,
    handler: async ({ scope, params, body }) =>
      toNewIdentitySecretJson(await createIdentitySecret(scope, params.siteId, body)),
  }),
  DELETE: endpoint({
    caller: "owner",
    access: "manage",
    summary: "Delete the identity secret",
    description: "Nobody is verified from then on.",
    params: SiteParams,
    handler: ({ scope, params }) => deleteIdentitySecret(scope, params.siteId),
  }),
});
