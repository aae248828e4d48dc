import { ConversationParams } from "#lib/desk/conversations/schema.ts";
import { toMessageJson, toMessagePageJson } from "#lib/desk/messages/json.ts";
import { listMessages } from "#lib/desk/messages/queries.ts";
import { ListMessagesQuery, MessageListResponse, ReplyBody, ReplyResponse } from "#lib/desk/messages/schema.ts";
import { sendReply } from "#lib/desk/replies/commands.ts";
import { viewerOf } from "#lib/files/files/links.ts";
import { markReplay } from "#platform/http/idempotency.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "owner",
    summary: "List the messages of a conversation",
    description:
      "By `seq`, oldest first. Without `after` or `before`, the newest ones. `hasMore` is about the requested direction.",
    params: ConversationParams,
    query: ListMessagesQuery,
    response: MessageListResponse,
    handler: async ({ scope, params, query }) =>
      toMessagePageJson(await listMessages(scope, params.conversationId, query), viewerOf(scope)),
  }),
  POST: endpoint({
    caller: "owner",
    summary: "Reply to a visitor",
    description:
      "Needs a `message`, `files`, or both. Reopens a closed conversation, unless its visitor has another open one. With `close`, the conversation is closed afterwards, and with `actions` labeled, assigned or snoozed. With `seenSeq` or `seenNote`, nothing is sent if a teammate wrote since: `stale_reply` has their messages and notes in `newer`. To send it anyway, repeat the request with the same key and without them.",
    errors: ["file_not_found", "open_conversation_exists", "file_used", "stale_reply"],
    params: ConversationParams,
    body: ReplyBody,
    response: ReplyResponse,
    status: 201,
    idempotent: true,
    handler: async ({ scope, params, body, idempotencyKey, responseHeaders }) => {
      const { refused, ...sent } = await sendReply(scope, params.conversationId, body, { idempotencyKey });
      markReplay(responseHeaders, sent);
      return { message: toMessageJson(sent, viewerOf(scope)), ...(refused.length > 0 && { refused }) };
    },
  }),
});
