import { startConversation } from "#lib/desk/conversations/commands.ts";
import { toVisitorConversationJson } from "#lib/desk/conversations/json.ts";
import { listVisitorConversations } from "#lib/desk/conversations/queries.ts";
import {
  StartConversationBody,
  StartConversationResponse,
  VisitorConversationListResponse,
} from "#lib/desk/conversations/schema.ts";
import { toMessageJson } from "#lib/desk/messages/json.ts";
import { countStart, requireProof } from "#lib/files/blocking/commands.ts";
import { viewerOf } from "#lib/files/files/links.ts";
import { markReplay } from "#platform/http/idempotency.ts";
import { endpoint } from "#routes/endpoint.ts";
import { messageLimits } from "#routes/request-limits.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  {
    GET: endpoint({
      caller: "visitor",
      summary: "List a visitor's conversations",
      description: "Newest first.",
      response: VisitorConversationListResponse,
      handler: async ({ scope }) => ({
        conversations: (await listVisitorConversations(scope)).map(toVisitorConversationJson),
      }),
    }),
    POST: endpoint({
      caller: "visitor",
      summary: "Start a conversation",
      description:
        "Continues the visitor's open conversation if there is one. Needs a `message`, `files`, or both. While very many conversations start on a site, the response may be `proof_required` with a challenge.",
      errors: ["site_mismatch", "visitor_mismatch", "proof_required", "not_found", "file_not_found", "file_used"],
      body: StartConversationBody,
      response: StartConversationResponse,
      status: 201,
      idempotent: true,
      limits: messageLimits,
      handler: async ({ scope, body, idempotencyKey, clientAddress, responseHeaders }) => {
        await requireProof(scope, body.proof, clientAddress);
        const sent = await startConversation(scope, body, { idempotencyKey, clientAddress });
        if (sent.seq === 1 && !sent.replayed) countStart(scope, clientAddress);
        markReplay(responseHeaders, sent);
        return {
          conversationId: sent.conversationId,
          visitorId: scope.visitorId,
          message: toMessageJson(sent, viewerOf(scope)),
        };
      },
    }),
  },
  { cors: "any-origin" },
);
