import { db } from "#platform/database/database.ts";
import type { OwnerScope } from "../access/scopes.ts";
import type { ApiKeyScope } from "./schema.ts";

export type ApiKey = {
  id: string;
  name: string;
  scope: ApiKeyScope;
  hint: string;
  createdAt: Date;
  lastUsedAt: Date | null;
};

export const API_KEY_COLUMNS = {
  id: true,
  name: true,
  scope: true,
  hint: true,
  createdAt: true,
  lastUsedAt: true,
} as const;

/** Returns the user's API keys, newest first. */
export async function listApiKeys(scope: OwnerScope): Promise<ApiKey[]> {
  const rows = await db().apiKey.findMany({
    where: { userId: scope.userId },
    select: API_KEY_COLUMNS,
    orderBy: { id: "desc" },
  });
  // A check constraint allows no other scope.
  return rows as ApiKey[];
}
