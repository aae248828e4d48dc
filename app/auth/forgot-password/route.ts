import { requestPasswordReset } from "#lib/owners/reset-password.system.ts";
import { ForgotPasswordBody } from "#lib/owners/schema.ts";
import { accountKey, addressHits } from "#platform/limits/keys.ts";
import { endpoint, route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    caller: "anyone",
    summary: "Have a link to a new password sent",
    description:
      "The answer and its time do not tell whether there is an account with this e-mail. Where the service sends no mail it is `not_accepted`.",
    errors: ["not_accepted"],
    body: ForgotPasswordBody,
    limits: ({ body, clientAddress }) => [
      { rule: "account-mails", key: accountKey(body.email) },
      ...addressHits("mail-links", clientAddress),
    ],
    handler: ({ body }) => requestPasswordReset(body.email),
  }),
});
