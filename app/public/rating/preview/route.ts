import { previewRatingLink } from "#lib/desk/ratings/rate-by-link.system.ts";
import { RatingLinkBody, RatingLinkResponse } from "#lib/desk/ratings/schema.ts";
import { addressHits } from "#platform/limits/keys.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    caller: "anyone",
    summary: "Preview a rating's link",
    description: "What the link of an email that asks for a rating is for. Nothing changes.",
    errors: ["link_gone", "rating_closed"],
    body: RatingLinkBody,
    response: RatingLinkResponse,
    limits: ({ clientAddress }) => addressHits("mail-links", clientAddress),
    handler: ({ body }) => previewRatingLink(body.token),
  }),
});
