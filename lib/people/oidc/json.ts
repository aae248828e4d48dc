import type { OidcLink } from "./queries.ts";
import type { OidcLinkJson } from "./schema.ts";

export const toOidcLinkJson = (name: string, { identity, hasPassword, isCurrent }: OidcLink): OidcLinkJson => ({
  name,
  linked: identity !== null,
  ...(identity && identity.email !== null && { email: identity.email }),
  ...(identity && { since: identity.createdAt.toISOString() }),
  ...(identity?.lastUsedAt && { lastUsedAt: identity.lastUsedAt.toISOString() }),
  hasPassword,
  current: isCurrent,
});
