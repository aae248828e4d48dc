import { logInPath } from "#components/api/log-in-path.ts";
import { noFlowCookie, pendingLinkCookie, readFlow } from "#gate/oidc-cookies.ts";
import { findRequestPerson } from "#gate/owner-gate.ts";
import { sessionCookieLine } from "#gate/session-cookie.ts";
import { workspacePath } from "#lib/base/access/workspace-path.ts";
import { enterByOidc, type OidcOutcome } from "#lib/people/oidc/enter.system.ts";
import { type Flow, sealPendingLink } from "#lib/people/oidc/flow.ts";
import type { OidcRefusal } from "#lib/people/oidc/refusals.ts";
import { env } from "#platform/env.ts";
import { Redirect } from "#platform/http/redirect.ts";
import { addressHits } from "#platform/limits/keys.ts";
import { describeDevice } from "#platform/user-agent.ts";
import { redirect } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

type Arrival = { path: string; cookies: string[] };

/** Adds what the page says to its path. With it, the login page is shown to someone who's logged in, too. */
function saying(path: string, said: OidcRefusal | "linked" | "known" | "code"): string {
  const url = new URL(path, env().BASE_URL);
  url.searchParams.set("oidc", said);
  return url.pathname + url.search + url.hash;
}

function arrivalOf(outcome: OidcOutcome, { next, purpose }: Pick<Flow, "next" | "purpose">): Arrival {
  switch (outcome.kind) {
    case "opened": {
      const { session, workspaceId } = outcome;
      const path = workspaceId === null ? next : workspacePath(workspaceId, "/inbox");
      return { path, cookies: [sessionCookieLine(session.token, session.expiresAt)] };
    }
    // In the fragment, which is in no log.
    case "challenge":
      return { path: `${saying(logInPath(next), "code")}#challenge=${outcome.challenge}`, cookies: [] };
    case "linked":
      return { path: saying(next, "linked"), cookies: [] };
    case "known":
      return {
        path: saying(logInPath(`/link-login?next=${encodeURIComponent(next)}`), "known"),
        cookies: [pendingLinkCookie(sealPendingLink(outcome.pending))],
      };
    case "refused":
      return { path: saying(purpose.kind === "log-in" ? logInPath(next) : next, outcome.reason), cookies: [] };
  }
}

// Our service worker leaves this navigation to the browser, which then sends it twice: once for the worker, which ignores what
// comes of it.
const isTheBrowser = ({ method, headers }: Request) =>
  method === "GET" && !headers.has("service-worker-navigation-preload");

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: redirect({
    caller: "anyone",
    summary: "Return from the provider",
    description:
      "The provider sends the browser here after a login. The response redirects to a page, logged in or with a reason in `oidc`.",
    limits: ({ clientAddress }) => addressHits("log-in-tries", clientAddress),
    handler: async ({ request, responseHeaders }) => {
      const flow = isTheBrowser(request) ? readFlow(request.headers.get("cookie")) : null;
      // Another browser's login, or one that took too long.
      if (!flow) return new Redirect(env().BASE_URL + saying("/login", "expired"));
      const outcome = await enterByOidc(flow, new URL(request.url).search, {
        device: describeDevice(request.headers.get("user-agent")),
        person: flow.purpose.kind === "link" ? await findRequestPerson(request) : null,
      });
      const { path, cookies } = arrivalOf(outcome, flow);
      responseHeaders.set("Set-Cookie", [noFlowCookie(), ...cookies]);
      // A header has no room for other letters.
      return new Redirect(new URL(path, env().BASE_URL).href);
    },
  }),
});
