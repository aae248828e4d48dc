import { ConversationParams } from "#lib/desk/conversations/schema.ts";
import { sendVisitorMessage } from "#lib/desk/messages/commands.ts";
import { toMessageJson, toMessagePageJson } from "#lib/desk/messages/json.ts";
import { listMessages } from "#lib/desk/messages/queries.ts";
import {
  ListMessagesQuery,
  MessageListResponse,
  MessageResponse,
  SendVisitorMessageBody,
} from "#lib/desk/messages/schema.ts";
import { viewerOf } from "#lib/files/files/links.ts";
import { markReplay } from "#platform/http/idempotency.ts";
import { endpoint } from "#routes/endpoint.ts";
import { messageLimits } from "#routes/request-limits.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  {
    GET: endpoint({
      caller: "visitor",
      summary: "List the messages of a visitor's conversation",
      description: "By `seq`, oldest first. Without `after` or `before`, the newest ones.",
      params: ConversationParams,
      query: ListMessagesQuery,
      response: MessageListResponse,
      handler: async ({ scope, params, query }) =>
        toMessagePageJson(await listMessages(scope, params.conversationId, query), viewerOf(scope)),
    }),
    POST: endpoint({
      caller: "visitor",
      summary: "Send a message",
      description:
        "Reopens a closed conversation, unless the visitor has another open one. Needs a `message`, `files`, or both.",
      errors: ["site_mismatch", "visitor_mismatch", "file_not_found", "open_conversation_exists", "file_used"],
      params: ConversationParams,
      body: SendVisitorMessageBody,
      response: MessageResponse,
      status: 201,
      idempotent: true,
      limits: messageLimits,
      handler: async ({ scope, params, body, idempotencyKey, clientAddress, responseHeaders }) => {
        const sent = await sendVisitorMessage(scope, params.conversationId, body, { idempotencyKey, clientAddress });
        markReplay(responseHeaders, sent);
        return { message: toMessageJson(sent, viewerOf(scope)) };
      },
    }),
  },
  { cors: "any-origin" },
);
