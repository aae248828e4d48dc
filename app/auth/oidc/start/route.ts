import { pathAfterLogIn } from "#components/api/log-in-path.ts";
import { flowCookie } from "#gate/oidc-cookies.ts";
import { beginFlow } from "#lib/people/oidc/begin-flow.ts";
import { OidcStartedResponse, StartOidcBody } from "#lib/people/oidc/schema.ts";
import { addressHits } from "#platform/limits/keys.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    caller: "anyone",
    summary: "Start a login through the provider",
    description:
      "Only for browsers: it sets a ten-minute cookie that the callback requires. If the service has no provider, the code is `not_accepted`; if the provider can't be reached, `unavailable`.",
    errors: ["not_accepted"],
    body: StartOidcBody,
    response: OidcStartedResponse,
    limits: ({ clientAddress }) => addressHits("log-in-tries", clientAddress),
    handler: async ({ body: { next, invitation: token }, responseHeaders }) => {
      const purpose = token === undefined ? { kind: "log-in" as const } : { kind: "join" as const, token };
      const { url, sealed } = await beginFlow({ purpose, next: pathAfterLogIn(next) });
      responseHeaders.set("Set-Cookie", flowCookie(sealed));
      return { url };
    },
  }),
});
