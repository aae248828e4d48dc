import { confirmReply } from "#lib/notify/mail-in/replies.system.ts";
import { ReplyLinkBody } from "#lib/notify/mail-in/schema.ts";
import { addressHits } from "#platform/limits/keys.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    caller: "anyone",
    summary: "Send a reply with an email's link",
    description:
      "Sends a teammate's reply that came by email and wasn't sent: because it wasn't certain that it's theirs, or because someone else replied first. The token is the part after the # of the link, which works once, for 7 days. The reply is sent shortly after. If it can't be, the teammate gets an email.",
    errors: ["link_gone"],
    body: ReplyLinkBody,
    limits: ({ clientAddress }) => addressHits("mail-links", clientAddress),
    handler: ({ body }) => confirmReply(body.token),
  }),
});
