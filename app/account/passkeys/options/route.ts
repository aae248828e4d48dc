import { startPasskey } from "#lib/people/passkeys/commands.ts";
import { PasskeyCreationOptionsResponse, StartPasskeyBody } from "#lib/people/passkeys/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    caller: "person",
    access: "session",
    summary: "Start adding a passkey",
    description:
      "Returns what a browser needs to create a passkey. The challenge in it works once, for five minutes, in this session. An account can have up to 20 passkeys.",
    errors: ["invalid_credentials", "not_accepted", "conflict"],
    body: StartPasskeyBody,
    response: PasskeyCreationOptionsResponse,
    handler: async ({ scope, body }) => ({ options: await startPasskey(scope, body) }),
  }),
});
