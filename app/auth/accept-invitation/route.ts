import { acceptAsNew } from "#lib/people/invitations/accept-as-new.system.ts";
import { AcceptAsNewBody, AcceptedAsNewResponse } from "#lib/people/invitations/schema.ts";
import { toSessionJson } from "#lib/people/owners/json.ts";
import { addressHits } from "#platform/limits/keys.ts";
import { describeDevice } from "#platform/user-agent.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    caller: "anyone",
    summary: "Create an account with an invitation",
    description:
      "Creates an account for the invited address and joins the workspace, whatever `SIGNUP` says. If the link wasn't emailed and the service can send email, `joined` is false and there's no `workspaceId`: confirming the address then joins the workspace, if the invitation is still open.",
    errors: ["email_taken", "link_gone", "conflict"],
    body: AcceptAsNewBody,
    response: AcceptedAsNewResponse,
    status: 201,
    limits: ({ clientAddress }) => addressHits("sign-up", clientAddress),
    handler: async ({ body, request }) => {
      const { workspaceId, ...session } = await acceptAsNew(body, describeDevice(request.headers.get("user-agent")));
      return { ...toSessionJson(session), ...(workspaceId !== null && { workspaceId }), joined: workspaceId !== null };
    },
  }),
});
