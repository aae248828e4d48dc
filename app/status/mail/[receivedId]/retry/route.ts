import { retryReceived } from "#lib/notify/mail-status/commands.ts";
import { ReceivedMailParams } from "#lib/notify/mail-status/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    caller: "person",
    access: "session",
    summary: "Read a received email again",
    description:
      "For the service's operators: one that couldn't be read, or that was too many, while its original is kept.",
    errors: ["not_permitted", "not_found"],
    params: ReceivedMailParams,
    handler: ({ scope, params }) => retryReceived(scope, params.receivedId),
  }),
});
