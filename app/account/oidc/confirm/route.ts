import { noPendingLinkCookie, readPendingLink } from "#gate/oidc-cookies.ts";
import { confirmLink } from "#lib/oidc/commands.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    caller: "person",
    access: "session",
    summary: "Link the account with the login that came before",
    description:
      "Only for browsers: a login through the provider with the address of an account that isn't linked left a cookie. Logged in with the password since then, the person links them with this. After ten minutes, the code is `link_gone`.",
    errors: ["not_accepted", "link_gone", "conflict"],
    handler: async ({ scope, request, responseHeaders }) => {
      await confirmLink(scope, readPendingLink(request.headers.get("cookie")));
      responseHeaders.set("Set-Cookie", noPendingLinkCookie());
    },
  }),
});
