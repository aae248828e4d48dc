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

/** Returns the user's API keys, newest first. */
export async function listApiKeys(scope: OwnerScope): Promise<ApiKey[]> {
  const rows = await db().apiKey.findMany({
    where: { userId: scope.userId },
    select: { id: true, name: true, scope: true, hint: true, createdAt: true, lastUsedAt: true },
    orderBy: { id: "desc" },
  });
  // A check constraint allows no other scope.
  return rows as ApiKey[];
}
