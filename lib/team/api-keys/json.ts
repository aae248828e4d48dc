import type { ApiKey, MemberKey } from "./queries.ts";
import { type ApiKeyJson, ApiKeyScope, type MemberKeyJson } from "./schema.ts";

export const toApiKeyJson = ({ id, name, scope, hint, createdAt, lastUsedAt }: ApiKey): ApiKeyJson => ({
  id,
  name,
  scope: ApiKeyScope.parse(scope),
  hint,
  createdAt: createdAt.toISOString(),
  ...(lastUsedAt !== null && { lastUsedAt: lastUsedAt.toISOString() }),
});

export const toMemberKeyJson = ({ memberId, ...key }: MemberKey): MemberKeyJson => ({ ...toApiKeyJson(key), memberId });
