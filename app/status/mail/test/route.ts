import { startMailTest } from "#lib/notify/mail-status/commands.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    caller: "person",
    access: "session",
    summary: "Test email in both directions",
    description:
      "For the service's operators: sends an email from `MAIL_FROM` to an address of the service's own, once a minute. `test` of `GET /status/mail` says when it came back.",
    errors: ["not_permitted", "conflict", "rate_limited"],
    handler: ({ scope }) => startMailTest(scope),
  }),
});
