import { joinWanted } from "#lib/people/invitations/join.system.ts";
import { resetPasswordByLink } from "#lib/people/owners/reset-password.system.ts";
import { ResetPasswordBody } from "#lib/people/owners/schema.ts";
import { addressHits } from "#platform/limits/keys.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    caller: "anyone",
    summary: "Reset the password with a link",
    description:
      "The token is the part after the # of the emailed link. It works once, within an hour. All sessions, passkeys and API keys are revoked.",
    errors: ["link_gone"],
    body: ResetPasswordBody,
    limits: ({ clientAddress }) => addressHits("mail-links", clientAddress),
    // The link confirms the address.
    handler: async ({ body }) => joinWanted(await resetPasswordByLink(body.token, body.newPassword)),
  }),
});
