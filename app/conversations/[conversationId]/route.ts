import { deleteConversation, updateConversation } from "#lib/desk/conversations/commands.ts";
import { toConversationJson } from "#lib/desk/conversations/json.ts";
import { getConversation } from "#lib/desk/conversations/queries.ts";
import {
  ConversationParams,
  ConversationResponse,
  RatedConversationResponse,
  UpdateConversationBody,
} from "#lib/desk/conversations/schema.ts";
import { toRatingJson } from "#lib/desk/ratings/json.ts";
import { listRatings } from "#lib/desk/ratings/queries.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "owner",
    summary: "Get a conversation",
    description:
      "The conversation as `GET /conversations` lists it, without its messages, and the visitor's ratings with their comments.",
    params: ConversationParams,
    response: RatedConversationResponse,
    handler: async ({ scope, params: { conversationId } }) => ({
      conversation: toConversationJson(await getConversation(scope, conversationId)),
      ratings: (await listRatings(scope, conversationId)).map(toRatingJson),
    }),
  }),
  PATCH: endpoint({
    caller: "owner",
    role: {
      least: "agent",
      more: [
        {
          when: "`visitorBlocked` or `addressBlocked` is given",
          role: "admin",
          if: ({ body }) => body.visitorBlocked !== undefined || body.addressBlocked !== undefined,
        },
      ],
    },
    summary: "Close, reopen, assign, label, snooze, mark or block",
    description:
      "Each field is a change of its own, and repeating one changes nothing. If one of several changes fails, none is made. Reopening fails if the visitor has another open conversation. Snoozing one that isn't open is a `conflict`, and so are an 11th label, and `noReplyNeeded: true` if the visitor doesn't wait or wrote after `seenSeq`. With `ifAssignee`, of several people who take a conversation at once, one gets it. With `seenSeq` or `seenNote`, `status` doesn't change if a teammate wrote since: `stale_reply` has their messages and notes in `newer`.",
    errors: ["conflict", "open_conversation_exists", "already_assigned", "stale_reply"],
    params: ConversationParams,
    body: UpdateConversationBody,
    response: ConversationResponse,
    handler: async ({ scope, params, body }) => ({
      conversation: toConversationJson(await updateConversation(scope, params.conversationId, body)),
    }),
  }),
  DELETE: endpoint({
    caller: "owner",
    access: "manage",
    role: "admin",
    summary: "Delete a conversation",
    description: "Deletes all its messages too. This can't be undone.",
    params: ConversationParams,
    handler: ({ scope, params }) => deleteConversation(scope, params.conversationId),
  }),
});
