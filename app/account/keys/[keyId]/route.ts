import { revokeApiKey } from "#lib/team/api-keys/commands.ts";
import { ApiKeyParams } from "#lib/team/api-keys/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  DELETE: endpoint({
    caller: "owner",
    access: "session",
    summary: "Revoke an API key",
    description: "The key stops working immediately, and its event streams end.",
    params: ApiKeyParams,
    handler: ({ scope, params }) => revokeApiKey(scope, params.keyId),
  }),
});
