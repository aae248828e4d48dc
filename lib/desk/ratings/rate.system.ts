import { AppError } from "#platform/errors.ts";
import { countRating } from "#platform/metrics/count.ts";
import type { Prisma } from "#prisma-client";
import type { ConversationRef } from "../../base/changes/change.ts";
import { type ConversationActor, changeConversations } from "../../base/changes/change-conversations.system.ts";
import { lockRated, type RatedRow, storeRating } from "./statements.ts";

/**
 * Stores a rating of the conversation that `which` matches. Returns until when it can be changed, or null if there's no such
 * conversation. Throws `rating_closed`.
 */
export async function rate(
  actor: ConversationActor,
  which: Prisma.Sql,
  rated: Parameters<typeof storeRating>[1],
): Promise<Date | null> {
  let changeableUntil: Date | null = null;
  const changed = await changeConversations(actor, which, async (tx, own) => {
    await tx.query(lockRated(own));
    const [row] = await tx.query<ConversationRef & RatedRow>(storeRating(own, rated));
    if (!row) return [];
    const { ratable, until, isChanged, ...place } = row;
    if (ratable?.close !== rated.close) throw new AppError("rating_closed");
    changeableUntil = until;
    return isChanged ? [place] : [];
  });
  if (changed.length > 0) countRating(rated.via);
  return changeableUntil;
}
