import { renewRecoveryCodes } from "#lib/people/second-factor/commands.ts";
import { ProofBody, RecoveryCodesResponse } from "#lib/people/second-factor/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    caller: "person",
    access: "session",
    summary: "Replace the recovery codes",
    description: "The former ones stop working.",
    errors: ["invalid_credentials", "conflict"],
    body: ProofBody,
    response: RecoveryCodesResponse,
    handler: async ({ scope, body }) => ({ recoveryCodes: await renewRecoveryCodes(scope, body) }),
  }),
});
