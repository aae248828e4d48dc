import { db } from "#platform/database/database.ts";
import type { Rating } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { onSites } from "../../base/access/where.ts";

/** Returns the ratings of a conversation, oldest first. One out of reach has no ratings. */
export const listRatings = (scope: OwnerScope, conversationId: string): Promise<Rating[]> =>
  db().rating.findMany({
    where: { conversation: { AND: [{ id: conversationId }, onSites(scope)] } },
    orderBy: { closeSeq: "asc" },
  });
