import { query } from "#platform/database/database.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { ownRows } from "../../base/access/statements.ts";
import type { ApiKeyScope } from "./schema.ts";
import { manageable } from "./statements.ts";

export type ApiKey = {
  id: string;
  name: string;
  scope: ApiKeyScope;
  hint: string;
  createdAt: Date;
  lastUsedAt: Date | null;
};

const COLUMNS = Prisma.sql`k.id, k.name, k.scope, k.hint, k.created_at AS "createdAt", k.last_used_at AS "lastUsedAt"`;

/** Returns the user's API keys of this workspace, newest first. */
export const listApiKeys = (scope: OwnerScope): Promise<ApiKey[]> =>
  query<ApiKey>(Prisma.sql`
    SELECT ${COLUMNS} FROM api_keys k
    WHERE ${ownRows(scope, Prisma.sql`k`)} AND k.user_id = ${scope.userId}::uuid ORDER BY k.id DESC`);

export type MemberKey = ApiKey & { memberId: string };

/** Returns the API keys of the people the caller may manage, and the caller's own, newest first. */
export const listWorkspaceKeys = (scope: OwnerScope): Promise<MemberKey[]> =>
  query<MemberKey>(Prisma.sql`
    SELECT ${COLUMNS}, k.user_id AS "memberId" FROM api_keys k WHERE ${manageable(scope)} ORDER BY k.id DESC`);
