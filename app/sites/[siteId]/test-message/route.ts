import { testVisitorOfSite } from "#gate/visitor-of-site.ts";
import { sendTestMessage } from "#lib/desk/conversations/commands.ts";
import { toMessageJson } from "#lib/desk/messages/json.ts";
import { MessageBody, MessageResponse } from "#lib/desk/messages/schema.ts";
import { viewerOf } from "#lib/files/files/links.ts";
import { SiteParams } from "#lib/sites/sites/schema.ts";
import { markReplay } from "#platform/http/idempotency.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    caller: "owner",
    role: "admin",
    summary: "Send a test message",
    description: "Sends a message from the site's test visitor, on the path that a real visitor's takes.",
    errors: ["open_conversation_exists", "not_accepted"],
    params: SiteParams,
    body: MessageBody,
    response: MessageResponse,
    status: 201,
    idempotent: true,
    // Counted per workspace, so that no one uses up the limit of another owner's site.
    limits: ({ scope, params }) => [{ rule: "test", key: `${scope.workspaceId}/${params.siteId}` }],
    handler: async ({ scope, params, body, idempotencyKey, responseHeaders }) => {
      const visitor = await testVisitorOfSite(scope, params.siteId);
      const sent = await sendTestMessage(visitor, body.message, { idempotencyKey });
      markReplay(responseHeaders, sent);
      return { message: toMessageJson(sent, viewerOf(scope)) };
    },
  }),
});
