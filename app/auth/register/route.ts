import { toSessionJson } from "#lib/owners/json.ts";
import { registerOwner } from "#lib/owners/register.ts";
import { RegisterBody, SessionAnswer } from "#lib/owners/schema.ts";
import { deviceOf } from "#lib/sessions/device.ts";
import { addressHits } from "#platform/limits/keys.ts";
import { endpoint, route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    caller: "anyone",
    summary: "Make an account",
    description: "Where `SIGNUP` does not let anybody in, this is refused with `not_accepted`.",
    errors: ["not_accepted", "email_taken"],
    body: RegisterBody,
    answer: SessionAnswer,
    status: 201,
    limits: ({ clientAddress }) => addressHits("sign-up", clientAddress),
    run: async ({ body, request }) =>
      toSessionJson(await registerOwner(body, deviceOf(request.headers.get("user-agent")))),
  }),
});
