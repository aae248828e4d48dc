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

/** The user's API keys, the newest first. */
export async function listApiKeys(scope: OwnerScope): Promise<ApiKey[]> {
  const rows = await db().apiKey.findMany({
    where: { userId: scope.userId },
    select: API_KEY_COLUMNS,
    orderBy: { id: "desc" },
  });
  // A check of the table lets no other scope in.
  return rows as ApiKey[];
}
