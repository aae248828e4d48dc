import { ConversationParams } from "#lib/desk/conversations/schema.ts";
import { rateConversation } from "#lib/desk/ratings/commands.ts";
import { RateBody, RatingResponse } from "#lib/desk/ratings/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  {
    PUT: endpoint({
      caller: "visitor",
      summary: "Rate a closed conversation",
      description:
        "Stores the visitor's rating of a close, or replaces it. That works while the conversation has `ratable` with this `close`, so not after it was reopened.",
      errors: ["rating_closed"],
      params: ConversationParams,
      body: RateBody,
      response: RatingResponse,
      limits: ({ scope }) => [{ rule: "ratings", key: scope.visitorId }],
      handler: async ({ scope, params, body }) => ({
        rating: await rateConversation(scope, params.conversationId, body),
      }),
    }),
  },
  { cors: "any-origin" },
);
