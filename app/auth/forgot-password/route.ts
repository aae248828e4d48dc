import { requestPasswordReset } from "#lib/people/owners/reset-password.system.ts";
import { ForgotPasswordBody } from "#lib/people/owners/schema.ts";
import { accountKey, addressHits } from "#platform/limits/keys.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    caller: "anyone",
    summary: "Send a password reset link",
    description:
      "The response and its time don't reveal whether an account with this email exists. Without a mail server, the code is `not_accepted`.",
    errors: ["not_accepted"],
    body: ForgotPasswordBody,
    limits: ({ body, clientAddress }) => [
      { rule: "account-mails", key: accountKey(body.email) },
      ...addressHits("mail-links", clientAddress),
    ],
    handler: ({ body }) => requestPasswordReset(body.email),
  }),
});
