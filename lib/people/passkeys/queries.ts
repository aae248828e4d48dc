import { db } from "#platform/database/database.ts";
import type { Prisma } from "#prisma-client";
import type { PersonScope } from "../../base/access/scopes.ts";

const PASSKEY = { id: true, name: true, host: true, createdAt: true, lastUsedAt: true } as const;
export type Passkey = Prisma.PasskeyGetPayload<{ select: typeof PASSKEY }>;

/** Returns the caller's passkeys, newest first. */
export const listPasskeys = (scope: PersonScope): Promise<Passkey[]> =>
  db().passkey.findMany({ where: { userId: scope.userId }, select: PASSKEY, orderBy: { id: "desc" } });
