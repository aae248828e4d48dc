import { confirmSecondFactor } from "#lib/people/second-factor/commands.ts";
import { ConfirmSecondFactorBody, RecoveryCodesResponse } from "#lib/people/second-factor/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    caller: "person",
    access: "session",
    summary: "Turn two-factor login on",
    description:
      "Takes the first code of the authenticator app. The next login requires one. Sessions stay as they are.",
    errors: ["invalid_credentials", "conflict"],
    body: ConfirmSecondFactorBody,
    response: RecoveryCodesResponse,
    handler: async ({ scope, body }) => ({ recoveryCodes: await confirmSecondFactor(scope, body.code) }),
  }),
});
