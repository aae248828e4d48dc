import { confirmEmail } from "#lib/owners/confirm-email.system.ts";
import { ConfirmEmailBody } from "#lib/owners/schema.ts";
import { addressHits } from "#platform/limits/keys.ts";
import { endpoint, route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    caller: "anyone",
    summary: "Confirm an e-mail by a link",
    description:
      "The token is what stands after the # in the link of the mail. It works for 7 days, as often as it is used.",
    errors: ["link_gone"],
    body: ConfirmEmailBody,
    limits: ({ clientAddress }) => addressHits("mail-links", clientAddress),
    handler: ({ body }) => confirmEmail(body.token),
  }),
});
