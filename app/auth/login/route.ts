import { toSessionJson } from "#lib/owners/json.ts";
import { logIn } from "#lib/owners/log-in.ts";
import { LogInBody, SessionAnswer } from "#lib/owners/schema.ts";
import { deviceOf } from "#lib/sessions/device.ts";
import { endpoint, route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    caller: "anyone",
    summary: "Log in",
    description: "An unknown e-mail address and a wrong password are the same answer.",
    errors: ["invalid_credentials"],
    body: LogInBody,
    answer: SessionAnswer,
    run: async ({ body, request, clientAddress }) => {
      const device = deviceOf(request.headers.get("user-agent"));
      return toSessionJson(await logIn(body, { device, address: clientAddress }));
    },
  }),
});
