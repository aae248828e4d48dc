import { joinWanted } from "#lib/people/invitations/join.system.ts";
import { confirmEmail } from "#lib/people/owners/confirm-email.system.ts";
import { ConfirmEmailBody } from "#lib/people/owners/schema.ts";
import { addressHits } from "#platform/limits/keys.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    caller: "anyone",
    summary: "Confirm an email with a link",
    description:
      "The token is the part after the # of the emailed link. It works any number of times for 7 days. Someone who wanted to join a workspace by a copied link to this address joins it.",
    errors: ["link_gone"],
    body: ConfirmEmailBody,
    limits: ({ clientAddress }) => addressHits("mail-links", clientAddress),
    handler: async ({ body }) => joinWanted(await confirmEmail(body.token)),
  }),
});
