import { db } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import type { Draft } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { onSites } from "../../base/access/where.ts";

/** Returns the caller's own drafts of a conversation. Throws `not_found`. */
export async function listDrafts(scope: OwnerScope, conversationId: string): Promise<Draft[]> {
  const found = await db().conversation.findFirst({
    where: { ...onSites(scope), id: conversationId },
    select: { drafts: { where: { userId: scope.userId }, orderBy: { kind: "asc" } } },
  });
  if (!found) throw new AppError("not_found");
  return found.drafts;
}
