import { CountsResponse } from "#lib/desk/conversations/schema.ts";
import { countConversations } from "#lib/desk/inbox/queries.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "owner",
    summary: "Count conversations",
    description:
      "What's unread, waiting and snoozed, in all and on each site. Spam isn't counted. `waiting` and `snoozed` stop at 1,000.",
    response: CountsResponse,
    handler: async ({ scope }) => ({ counts: await countConversations(scope) }),
  }),
});
