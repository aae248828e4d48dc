import { query } from "#platform/database/database.ts";
import { Prisma } from "#prisma-client";
import type { PersonScope } from "../../base/access/scopes.ts";

export type Passkey = { id: string; name: string; host: string; createdAt: Date; lastUsedAt: Date | null };

/** Returns the caller's passkeys, newest first. */
export const listPasskeys = (scope: PersonScope): Promise<Passkey[]> =>
  query<Passkey>(Prisma.sql`
    SELECT id, name, host, created_at AS "createdAt", last_used_at AS "lastUsedAt"
    FROM passkeys WHERE user_id = ${scope.userId}::uuid ORDER BY id DESC`);
