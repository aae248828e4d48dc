import { unblockAddress } from "#lib/files/blocking/commands.ts";
import { BlockedAddressParams } from "#lib/files/blocking/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  DELETE: endpoint({
    caller: "owner",
    role: "admin",
    summary: "Unblock an address",
    description: "The site accepts messages from the address again, from the next request on.",
    params: BlockedAddressParams,
    handler: ({ scope, params }) => unblockAddress(scope, params),
  }),
});
