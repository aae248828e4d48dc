import type { Prisma } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { inWorkspace } from "../../base/access/where.ts";

/** Matches the saved replies that are shared, and the caller's own. */
export const visibleReplies = (scope: OwnerScope) =>
  ({ ...inWorkspace(scope), OR: [{ userId: null }, { userId: scope.userId }] }) satisfies Prisma.SavedReplyWhereInput;
