import { requestNewPassword } from "#lib/auth/reset-password.ts";
import { endpoint, route } from "#lib/http/route.ts";
import { accountKey, addressKey } from "#lib/limits/keys.ts";
import { ForgotPasswordBody } from "#lib/owners/schema.ts";

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
      { rule: "mail-links", key: addressKey(clientAddress) },
    ],
    run: ({ body }) => requestNewPassword(body.email),
  }),
});
