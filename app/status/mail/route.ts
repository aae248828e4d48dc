import { toMailStatusJson } from "#lib/notify/mail-status/json.ts";
import { getMailStatus } from "#lib/notify/mail-status/queries.ts";
import { MailStatusResponse } from "#lib/notify/mail-status/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "person",
    access: "session",
    summary: "Get whether email works",
    description:
      "For the service's operators: whether email leaves and comes in, what DNS says of its domains, the last test of both directions, and what became of the last received emails.",
    errors: ["not_permitted"],
    response: MailStatusResponse,
    handler: async ({ scope }) => toMailStatusJson(await getMailStatus(scope)),
  }),
});
