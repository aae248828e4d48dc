import { requestConfirmation } from "#lib/notify/mail/commands.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    caller: "person",
    access: "session",
    summary: "Resend the confirmation email",
    description:
      "Nothing is sent if the address is confirmed already. One address gets a few emails an hour and a day, whichever accounts they’re about. Without a mail server, the code is `not_accepted`.",
    errors: ["not_accepted"],
    limits: ({ scope }) => [{ rule: "account-mails", key: scope.userId }],
    handler: ({ scope }) => requestConfirmation(scope),
  }),
});
