import { endOffer, offerOwnership } from "#lib/people/workspaces/commands.ts";
import { toOwnershipOfferJson } from "#lib/people/workspaces/json.ts";
import { findOffer } from "#lib/people/workspaces/queries.ts";
import {
  EndOfferQuery,
  FoundOfferResponse,
  OfferOwnershipBody,
  OwnershipOfferResponse,
} from "#lib/people/workspaces/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "owner",
    access: "session",
    summary: "Get the open offer of ownership",
    description: "Only owners and the person it's made to see it.",
    response: FoundOfferResponse,
    handler: async ({ scope }) => {
      const offer = await findOffer(scope);
      return offer ? { offer: toOwnershipOfferJson(offer) } : {};
    },
  }),
  POST: endpoint({
    caller: "owner",
    access: "session",
    role: "owner",
    summary: "Offer ownership",
    description: "The member has 7 days to accept with their password. Only one offer can be open at a time.",
    errors: ["invalid_credentials", "not_found", "not_permitted", "conflict"],
    body: OfferOwnershipBody,
    response: OwnershipOfferResponse,
    status: 201,
    handler: async ({ scope, body }) => ({ offer: toOwnershipOfferJson(await offerOwnership(scope, body)) }),
  }),
  DELETE: endpoint({
    caller: "owner",
    access: "session",
    summary: "Withdraw or decline an offer of ownership",
    description:
      "Owners withdraw it, and the person it was made to declines it. Pass `from` or `to` so that a newer offer stays.",
    errors: ["not_found"],
    query: EndOfferQuery,
    handler: ({ scope, query }) => endOffer(scope, query),
  }),
});
