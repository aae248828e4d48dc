import { startPasskeyLogIn } from "#lib/people/passkeys/log-in.system.ts";
import { PasskeyRequestOptionsResponse } from "#lib/people/passkeys/schema.ts";
import { addressHits } from "#platform/limits/keys.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    caller: "anyone",
    summary: "Start a login with a passkey",
    description:
      "Returns what a browser needs to ask for a passkey. The challenge in it works once, for five minutes. If the service isn't served over https or runs at an IP address, the code is `not_accepted`.",
    errors: ["not_accepted"],
    limits: ({ clientAddress }) => [
      ...addressHits("log-in-tries", clientAddress),
      { rule: "passkey-challenges", key: "all" },
    ],
    response: PasskeyRequestOptionsResponse,
    handler: async () => ({ options: await startPasskeyLogIn() }),
  }),
});
