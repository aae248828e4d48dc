import { countViews } from "#lib/desk/views/queries.ts";
import { ViewCountsResponse } from "#lib/desk/views/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "owner",
    summary: "Count the conversations of each view",
    description:
      "Counting stops at 100 conversations, and after a limited number that don't match: then `isAtLeast` is true. Views with a search, broken ones and those that take too long are left out.",
    response: ViewCountsResponse,
    handler: async ({ scope }) => ({ counts: await countViews(scope) }),
  }),
});
