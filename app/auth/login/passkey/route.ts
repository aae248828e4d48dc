import { toSessionJson } from "#lib/people/owners/json.ts";
import { SessionResponse } from "#lib/people/owners/schema.ts";
import { logInByPasskey } from "#lib/people/passkeys/log-in.system.ts";
import { LogInByPasskeyBody } from "#lib/people/passkeys/schema.ts";
import { describeDevice } from "#platform/user-agent.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    caller: "anyone",
    summary: "Log in with a passkey",
    description:
      "Accepts what the browser signed. The account's password and two-factor code aren't needed. An unknown passkey and a wrong signature get the same response.",
    errors: ["invalid_credentials", "link_gone", "not_accepted"],
    body: LogInByPasskeyBody,
    response: SessionResponse,
    handler: async ({ body, request, clientAddress }) => {
      const device = describeDevice(request.headers.get("user-agent"));
      return toSessionJson(await logInByPasskey(body.credential, { device, address: clientAddress }));
    },
  }),
});
