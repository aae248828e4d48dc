import { previewReply } from "#lib/notify/mail-in/replies.system.ts";
import { ReplyLinkBody, ReplyLinkResponse } from "#lib/notify/mail-in/schema.ts";
import { addressHits } from "#platform/limits/keys.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    caller: "anyone",
    summary: "Preview a reply's link",
    description: "What the link of an email about a reply would send, and why it wasn't sent. Nothing changes.",
    errors: ["link_gone"],
    body: ReplyLinkBody,
    response: ReplyLinkResponse,
    limits: ({ clientAddress }) => addressHits("mail-links", clientAddress),
    handler: ({ body }) => previewReply(body.token),
  }),
});
