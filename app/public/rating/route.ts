import { rateByLink } from "#lib/desk/ratings/rate-by-link.system.ts";
import { RateByLinkBody } from "#lib/desk/ratings/schema.ts";
import { accountKey, addressHits } from "#platform/limits/keys.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PUT: endpoint({
    caller: "anyone",
    summary: "Rate a closed conversation with an email's link",
    description:
      "The token is the part after the # of the link. It names one close, and works for 30 days after it. A rating can be changed for a day, also after the conversation was reopened; without one, that's `rating_closed`.",
    errors: ["link_gone", "rating_closed"],
    body: RateByLinkBody,
    limits: ({ body, clientAddress }) => [
      { rule: "ratings", key: accountKey(body.token) },
      ...addressHits("mail-links", clientAddress),
    ],
    handler: ({ body }) => rateByLink(body),
  }),
});
