import { createApiKey } from "#lib/team/api-keys/commands.ts";
import { toApiKeyJson } from "#lib/team/api-keys/json.ts";
import { listApiKeys } from "#lib/team/api-keys/queries.ts";
import { ApiKeyListResponse, CreateApiKeyBody, NewApiKeyResponse } from "#lib/team/api-keys/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    caller: "owner",
    access: "session",
    summary: "List the API keys",
    description: "Without the keys themselves.",
    response: ApiKeyListResponse,
    handler: async ({ scope }) => ({ keys: (await listApiKeys(scope)).map(toApiKeyJson) }),
  }),
  POST: endpoint({
    caller: "owner",
    access: "session",
    summary: "Create an API key",
    description: "The key is returned only in this response: only its hash is stored. An account may have 50.",
    errors: ["conflict"],
    body: CreateApiKeyBody,
    response: NewApiKeyResponse,
    status: 201,
    handler: async ({ scope, body }) => {
      const { key, secret } = await createApiKey(scope, body);
      return { key: toApiKeyJson(key), secret };
    },
  }),
});
