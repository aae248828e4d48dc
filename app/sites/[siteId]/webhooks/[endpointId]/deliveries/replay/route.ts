import { replayFailed } from "#lib/outbox/webhooks/commands.ts";
import { EndpointParams, REPLAYED_MAX, ReplayBody, ReplayResponse } from "#lib/outbox/webhooks/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

const MAX = REPLAYED_MAX.toLocaleString("en");

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    caller: "owner",
    role: "admin",
    summary: "Send failed deliveries again",
    description:
      "Immediately, each with the same id and the same bytes. If one fails, it's retried like a new one. Pending " +
      `deliveries stay as they are. One request sends the oldest ${MAX}: repeat it until the count is less than that. ` +
      "If the webhook is stopped, the code is `conflict`: start the webhook first.",
    params: EndpointParams,
    body: ReplayBody,
    response: ReplayResponse,
    errors: ["conflict"],
    handler: async ({ scope, params, body }) => ({ count: await replayFailed(scope, params, body) }),
  }),
});
