import type { NewIdentitySecret } from "./commands.ts";
import type { IdentitySecret, RevokedSecret } from "./queries.ts";
import type { IdentitySecretResponse, NewIdentitySecretResponse } from "./schema.ts";

export function toNewIdentitySecretJson(made: NewIdentitySecret): NewIdentitySecretResponse {
  return {
    secret: made.secret,
    createdAt: made.createdAt.toISOString(),
    ...(made.previousEndsAt && { previousEndsAt: made.previousEndsAt.toISOString() }),
  };
}

export function toIdentitySecretJson(known: IdentitySecret | RevokedSecret | null): IdentitySecretResponse {
  if (!known) return {};
  if ("revokedAt" in known) return { revokedAt: known.revokedAt.toISOString() };
  return {
    createdAt: known.createdAt.toISOString(),
    ...(known.previousEndsAt && { previousEndsAt: known.previousEndsAt.toISOString() }),
    ...(known.lastUsedAt && { lastUsedAt: known.lastUsedAt.toISOString() }),
    ...(!known.isReadable && { unreadable: true as const }),
  };
}
