import { UnreadResponse } from "#lib/desk/conversations/schema.ts";
import { countUnread } from "#lib/desk/inbox/queries.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "owner",
    summary: "Count unread conversations",
    description: "How many conversations have unread messages, and how many messages those are. Spam isn't counted.",
    response: UnreadResponse,
    handler: async ({ scope }) => ({ unread: await countUnread(scope) }),
  }),
});
