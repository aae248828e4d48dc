import { toSessionJson } from "#lib/people/owners/json.ts";
import { registerOwner } from "#lib/people/owners/register.system.ts";
import { RegisterBody, SessionResponse } from "#lib/people/owners/schema.ts";
import { addressHits } from "#platform/limits/keys.ts";
import { describeDevice } from "#platform/user-agent.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    caller: "anyone",
    summary: "Create an account",
    description: "If `SIGNUP` doesn't allow it, the code is `not_accepted`.",
    errors: ["not_accepted", "email_taken"],
    body: RegisterBody,
    response: SessionResponse,
    status: 201,
    limits: ({ clientAddress }) => addressHits("sign-up", clientAddress),
    handler: async ({ body, request }) =>
      toSessionJson(await registerOwner(body, describeDevice(request.headers.get("user-agent")))),
  }),
});
