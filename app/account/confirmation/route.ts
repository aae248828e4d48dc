import { requestConfirmation } from "#lib/mail/commands.ts";
import { endpoint, route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    caller: "owner",
    access: "session",
    summary: "Have the mail sent again that confirms the e-mail",
    description:
      "Nothing is sent where it is confirmed. One address gets a few emails an hour and a day, whichever accounts they’re about. Where the service sends no mail it is `not_accepted`.",
    errors: ["not_accepted"],
    limits: ({ scope }) => [{ rule: "account-mails", key: scope.userId }],
    handler: ({ scope }) => requestConfirmation(scope),
  }),
});
