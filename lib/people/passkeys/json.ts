import type { Passkey } from "./queries.ts";
import type { PasskeyJson } from "./schema.ts";

export const toPasskeyJson = ({ id, name, host, createdAt, lastUsedAt }: Passkey): PasskeyJson => ({
  id,
  name,
  host,
  createdAt: createdAt.toISOString(),
  ...(lastUsedAt && { lastUsedAt: lastUsedAt.toISOString() }),
});
