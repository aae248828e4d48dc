import { removePasskey } from "#lib/people/passkeys/commands.ts";
import { PasskeyParams, RemovePasskeyBody } from "#lib/people/passkeys/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  DELETE: endpoint({
    caller: "person",
    access: "session",
    summary: "Remove a passkey",
    description: "The passkey stops working, but sessions it opened continue. The person gets an email.",
    errors: ["invalid_credentials"],
    params: PasskeyParams,
    body: RemovePasskeyBody,
    handler: ({ scope, params, body }) => removePasskey(scope, params.passkeyId, body.currentPassword),
  }),
});
