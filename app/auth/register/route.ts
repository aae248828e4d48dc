import { deviceOf } from "#lib/auth/device.ts";
import { registerOwner } from "#lib/auth/register.ts";
import { endpoint, route } from "#lib/http/route.ts";
import { addressKey } from "#lib/limits/keys.ts";
import { toSessionJson } from "#lib/owners/json.ts";
import { RegisterBody, SessionAnswer } from "#lib/owners/schema.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    caller: "anyone",
    summary: "Make an account",
    description: "Where `SIGNUP` does not let anybody in, this is refused with `not_accepted`.",
    errors: ["not_accepted", "email_taken"],
    body: RegisterBody,
    answer: SessionAnswer,
    status: 201,
    limits: ({ clientAddress }) => [{ rule: "sign-up", key: addressKey(clientAddress) }],
    run: async ({ body, request }) =>
      toSessionJson(await registerOwner(body, deviceOf(request.headers.get("user-agent")))),
  }),
});
