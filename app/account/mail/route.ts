import { updateAccountMail } from "#lib/notify/mail/commands.ts";
import { getAccountMail } from "#lib/notify/mail/queries.ts";
import { AccountMailResponse, UpdateAccountMailBody } from "#lib/notify/mail/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "person",
    access: "session",
    summary: "Get your email settings",
    description:
      "Whether the service can send email, whether your address is confirmed, and whether you get alerts about unseen messages.",
    response: AccountMailResponse,
    handler: async ({ scope }) => ({ mail: await getAccountMail(scope) }),
  }),
  PATCH: endpoint({
    caller: "person",
    access: "session",
    summary: "Change your email settings",
    description: "`alerts` turns the email alerts about unseen messages on or off, for all sites.",
    body: UpdateAccountMailBody,
    response: AccountMailResponse,
    handler: async ({ scope, body }) => ({ mail: await updateAccountMail(scope, body) }),
  }),
});
