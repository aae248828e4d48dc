import { toWaitingJson } from "#lib/notify/notifications/json.ts";
import { listWaiting } from "#lib/notify/notifications/queries.ts";
import { ListWaitingQuery, WaitingListResponse } from "#lib/notify/notifications/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "owner",
    summary: "List the visitors without a reply",
    description:
      "The longest wait first, without snoozed conversations. Each has its 20 newest notifications and what happens next if no one reads it.",
    query: ListWaitingQuery,
    response: WaitingListResponse,
    handler: async ({ scope, query }) => toWaitingJson(await listWaiting(scope, query)),
  }),
});
