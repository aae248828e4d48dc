import { resetPasswordByLink } from "#lib/owners/reset-password.system.ts";
import { ResetPasswordBody } from "#lib/owners/schema.ts";
import { addressHits } from "#platform/limits/keys.ts";
import { endpoint, route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    caller: "anyone",
    summary: "Set a new password by a link",
    description:
      "The token is what stands after the # in the link of the mail. It works once, within an hour. All sessions end.",
    errors: ["link_gone"],
    body: ResetPasswordBody,
    limits: ({ clientAddress }) => addressHits("mail-links", clientAddress),
    handler: ({ body }) => resetPasswordByLink(body.token, body.newPassword),
  }),
});
