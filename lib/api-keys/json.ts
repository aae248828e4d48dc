import type { ApiKey } from "./queries.ts";
import type { ApiKeyJson } from "./schema.ts";

export const toApiKeyJson = ({ id, name, scope, hint, createdAt, lastUsedAt }: ApiKey): ApiKeyJson => ({
  id,
  name,
  scope,
  hint,
  createdAt: createdAt.toISOString(),
  ...(lastUsedAt !== null && { lastUsedAt: lastUsedAt.toISOString() }),
});
