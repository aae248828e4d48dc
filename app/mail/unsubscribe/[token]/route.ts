import { UnsubscribeParams } from "#lib/notify/mail/schema.ts";
import { requireUnsubscribeToken, unsubscribe } from "#lib/notify/mail/unsubscribe.system.ts";
import { env } from "#platform/env.ts";
import { Redirect } from "#platform/http/redirect.ts";
import { endpoint, redirect } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

/*
 * The URL in List-Unsubscribe: a mail program unsubscribes with one POST (RFC 8058), without a cookie, and its body
 * is ignored. Opened in a browser, it leads to a page with a button, so that link scanners don't unsubscribe anyone.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: redirect({
    caller: "anyone",
    summary: "Open the page that stops emails",
    description: "Changes nothing.",
    params: UnsubscribeParams,
    handler: async ({ params }) => {
      requireUnsubscribeToken(params.token);
      return new Redirect(`${env().BASE_URL}/unsubscribe#${params.token}`);
    },
  }),
  POST: endpoint({
    caller: "anyone",
    summary: "Unsubscribe from emails",
    description: "The URL in List-Unsubscribe (RFC 8058). It needs no body.",
    params: UnsubscribeParams,
    handler: ({ params }) => unsubscribe(params.token),
  }),
});
