import { blockAddress } from "#lib/files/blocking/commands.ts";
import { toBlockedAddressJson } from "#lib/files/blocking/json.ts";
import { BlockAddressBody, BlockedAddressResponse } from "#lib/files/blocking/schema.ts";
import { SiteParams } from "#lib/sites/sites/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    caller: "owner",
    role: "admin",
    summary: "Block an address",
    description: "Only a keyed hash of it is stored.",
    errors: ["conflict"],
    params: SiteParams,
    body: BlockAddressBody,
    response: BlockedAddressResponse,
    status: 201,
    handler: async ({ scope, params, body }) => ({
      address: toBlockedAddressJson(await blockAddress(scope, params.siteId, body)),
    }),
  }),
});
