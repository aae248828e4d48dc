import { toSessionJson } from "#lib/people/owners/json.ts";
import { logIn } from "#lib/people/owners/log-in.system.ts";
import { LogInBody, SessionResponse } from "#lib/people/owners/schema.ts";
import { describeDevice } from "#platform/user-agent.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    caller: "anyone",
    summary: "Log in",
    description:
      "An unknown email address and a wrong password get the same response. If the account has two-factor login, the right password gets `second_factor_required` with a `challenge`.",
    errors: ["invalid_credentials", "second_factor_required"],
    body: LogInBody,
    response: SessionResponse,
    handler: async ({ body, request, clientAddress }) => {
      const device = describeDevice(request.headers.get("user-agent"));
      return toSessionJson(await logIn(body, { device, address: clientAddress }));
    },
  }),
});
