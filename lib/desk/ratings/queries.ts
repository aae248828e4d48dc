import { db } from "#platform/database/database.ts";
import type { Rating } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { onSites } from "../../base/access/where.ts";

/** Returns the ratings of a conversation, oldest first. Empty for one out of reach. */
export const listRatings = (scope: OwnerScope, conversationId: string): Promise<Rating[]> =>
  db().rating.findMany({
    where: { conversation: { AND: [{ id: conversationId }, onSites(scope)] } },
    orderBy: { closeSeq: "asc" },
  });
