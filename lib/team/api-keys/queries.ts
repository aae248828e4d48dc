import { db, query } from "#platform/database/database.ts";
import type { ApiKey as Row } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { inWorkspace } from "../../base/access/where.ts";
import { listManageable } from "./statements.ts";

/** An API key without the key itself. */
export type ApiKey = Pick<Row, "id" | "name" | "scope" | "hint" | "createdAt" | "lastUsedAt">;

/** Returns the user's API keys of this workspace, newest first. */
export const listApiKeys = (scope: OwnerScope): Promise<ApiKey[]> =>
  db().apiKey.findMany({
    where: { ...inWorkspace(scope), userId: scope.userId },
    omit: { hash: true },
    orderBy: { id: "desc" },
  });

export type MemberKey = ApiKey & { memberId: string };

/** Returns the API keys of the people the caller may manage, and the caller's own, newest first. */
export const listWorkspaceKeys = (scope: OwnerScope): Promise<MemberKey[]> => query<MemberKey>(listManageable(scope));
