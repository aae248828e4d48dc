import { createIdentitySecret, deleteIdentitySecret } from "#lib/sites/identity-secrets/commands.ts";
import { toIdentitySecretJson, toNewIdentitySecretJson } from "#lib/sites/identity-secrets/json.ts";
import { getIdentitySecret } from "#lib/sites/identity-secrets/queries.ts";
import {
  CreateIdentitySecretBody,
  IdentitySecretResponse,
  NewIdentitySecretResponse,
} from "#lib/sites/identity-secrets/schema.ts";
import { SiteParams } from "#lib/sites/sites/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "owner",
    role: "admin",
    summary: "Get the state of the identity secret",
    description: "Without the secret itself.",
    params: SiteParams,
    response: IdentitySecretResponse,
    handler: async ({ scope, params }) => toIdentitySecretJson(await getIdentitySecret(scope, params.siteId)),
  }),
  POST: endpoint({
    caller: "owner",
    access: "manage",
    role: "admin",
    summary: "Create an identity secret",
    description: "The secret is returned only in this response. The previous one stays valid for `overlapHours`.",
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
    role: "admin",
    summary: "Delete the identity secret",
    description: "No visitor can be verified until there's a new one.",
    params: SiteParams,
    handler: ({ scope, params }) => deleteIdentitySecret(scope, params.siteId),
  }),
});
