import { revokePreviousIdentitySecret } from "#lib/sites/identity-secrets/commands.ts";
import { SiteParams } from "#lib/sites/sites/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  DELETE: endpoint({
    caller: "owner",
    access: "manage",
    role: "admin",
    summary: "Revoke the previous identity secret",
    description: "Ends the overlap early: signatures made with the previous secret stop working immediately.",
    params: SiteParams,
    handler: ({ scope, params }) => revokePreviousIdentitySecret(scope, params.siteId),
  }),
});
