import { pathAfterLogIn } from "#components/api/log-in-path.ts";
import { flowCookie } from "#gate/oidc-cookies.ts";
import { beginLink, unlink } from "#lib/people/oidc/commands.ts";
import { toOidcLinkJson } from "#lib/people/oidc/json.ts";
import { getOidcLink } from "#lib/people/oidc/queries.ts";
import { LinkOidcBody, OidcLinkResponse, OidcStartedResponse, UnlinkOidcBody } from "#lib/people/oidc/schema.ts";
import { requireOidcProvider } from "#platform/oidc/provider.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "person",
    access: "session",
    summary: "Get the link with the login provider",
    description: "If the service has no provider, the code is `not_accepted`.",
    errors: ["not_accepted"],
    response: OidcLinkResponse,
    handler: async ({ scope }) => ({ oidc: toOidcLinkJson(requireOidcProvider().name, await getOidcLink(scope)) }),
  }),
  POST: endpoint({
    caller: "person",
    access: "session",
    summary: "Start linking the account with the login provider",
    description:
      "Only for browsers: it sets a cookie for ten minutes. The account is linked once the person comes back to the same session. If it's already linked, the code is `conflict`.",
    errors: ["not_accepted", "invalid_credentials", "conflict"],
    body: LinkOidcBody,
    response: OidcStartedResponse,
    handler: async ({ scope, body: { currentPassword, next }, responseHeaders }) => {
      const { url, sealed } = await beginLink(scope, currentPassword, pathAfterLogIn(next));
      responseHeaders.set("Set-Cookie", flowCookie(sealed));
      return { url };
    },
  }),
  DELETE: endpoint({
    caller: "person",
    access: "session",
    summary: "Unlink the account from the login provider",
    description:
      "Revokes the other sessions that were opened through it. If the account has no password, set one first.",
    errors: ["not_accepted", "invalid_credentials"],
    body: UnlinkOidcBody,
    handler: ({ scope, body }) => unlink(scope, body.currentPassword),
  }),
});
