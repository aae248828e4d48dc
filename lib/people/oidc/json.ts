import type { OidcLink } from "./queries.ts";
import type { OidcLinkJson } from "./schema.ts";

export const toOidcLinkJson = (
  name: string,
  { email, since, lastUsedAt, hasPassword, isCurrent }: OidcLink,
): OidcLinkJson => ({
  name,
  linked: since !== null,
  ...(email !== null && { email }),
  ...(since !== null && { since: since.toISOString() }),
  ...(lastUsedAt !== null && { lastUsedAt: lastUsedAt.toISOString() }),
  hasPassword,
  current: isCurrent,
});
