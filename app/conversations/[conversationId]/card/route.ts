import { getCard } from "#lib/desk/cards/get-card.ts";
import { CardResponse } from "#lib/desk/cards/schema.ts";
import { ConversationParams } from "#lib/desk/conversations/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "owner",
    summary: "Get your card about the visitor",
    description:
      "What your server says about the visitor of a conversation, for up to 3 seconds. It's asked again once its `ttl` is over, and at once after a failure. Empty if the site has no card.",
    params: ConversationParams,
    response: CardResponse,
    handler: async ({ scope, params }) => getCard(scope, params.conversationId),
  }),
});
