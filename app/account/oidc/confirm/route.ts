import { noPendingLinkCookie, readPendingLink } from "#gate/oidc-cookies.ts";
import { confirmLink } from "#lib/people/oidc/commands.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    caller: "person",
    access: "session",
    summary: "Link the account with the preceding login at the provider",
    description:
      "Only for browsers. A login at the provider with the address of an unlinked account sets a cookie. Once the person has logged in with the password, this links the two. After ten minutes, the code is `link_gone`.",
    errors: ["not_accepted", "link_gone", "conflict"],
    handler: async ({ scope, request, responseHeaders }) => {
      await confirmLink(scope, readPendingLink(request.headers.get("cookie")));
      responseHeaders.set("Set-Cookie", noPendingLinkCookie());
    },
  }),
});
