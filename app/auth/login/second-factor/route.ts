import { toSessionJson } from "#lib/people/owners/json.ts";
import { finishLogIn } from "#lib/people/owners/log-in.system.ts";
import { SessionResponse } from "#lib/people/owners/schema.ts";
import { FinishLogInBody } from "#lib/people/second-factor/schema.ts";
import { describeDevice } from "#platform/user-agent.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    caller: "anyone",
    summary: "Finish logging in with a second factor",
    description:
      "Takes the challenge of a `second_factor_required` response, for five minutes, with a code of the authenticator app or a recovery code. `detail` says why a code was refused. After five refused codes, the account accepts none for 15 minutes.",
    errors: ["invalid_credentials", "link_gone"],
    body: FinishLogInBody,
    response: SessionResponse,
    handler: async ({ body, request }) =>
      toSessionJson(await finishLogIn(body, describeDevice(request.headers.get("user-agent")))),
  }),
});
