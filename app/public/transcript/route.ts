import { confirmTranscript } from "#lib/desk/transcripts/mail-transcript.system.ts";
import { TranscriptLinkBody } from "#lib/desk/transcripts/schema.ts";
import { addressHits } from "#platform/limits/keys.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    caller: "anyone",
    summary: "Confirm an address and email the conversation there",
    description:
      "The token is the part after the # of the link in the email that a visitor got who asked for a copy. It works for 7 days, and sends one.",
    errors: ["link_gone"],
    body: TranscriptLinkBody,
    limits: ({ clientAddress }) => addressHits("mail-links", clientAddress),
    handler: ({ body }) => confirmTranscript(body.token),
  }),
});
