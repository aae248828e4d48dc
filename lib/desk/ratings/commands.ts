import { AppError } from "#platform/errors.ts";
import { countRating } from "#platform/metrics/count.ts";
import type { VisitorScope } from "../../base/access/scopes.ts";
import type { ConversationRef } from "../../base/changes/change.ts";
import { changeConversations } from "../../base/changes/change-conversations.system.ts";
import type { Ratable, RateBody } from "./schema.ts";
import { isRated, lockRated, type RatedRow, storeRating } from "./statements.ts";

/**
 * Stores how a visitor rates the last close of their conversation, or changes that. The same rating again changes nothing.
 * Throws `not_found`, or `rating_closed` if this close can't be rated, by now or at all.
 */
export async function rateConversation(scope: VisitorScope, conversationId: string, body: RateBody): Promise<Ratable> {
  const { close, score, comment } = body;
  let rating: Ratable | undefined;
  const changed = await changeConversations(scope, isRated(conversationId), async (tx, own) => {
    await tx.query(lockRated(own));
    const [row] = await tx.query<ConversationRef & RatedRow>(storeRating(own, body));
    if (!row) throw new AppError("not_found");
    const { ratable, until, isChanged, ...place } = row;
    if (ratable?.close !== close) throw new AppError("rating_closed");
    rating = { close, score, ...(comment !== null && { comment }), until: until.toISOString() };
    return isChanged ? [place] : [];
  });
  if (!rating) throw new AppError("not_found");
  if (changed.length > 0) countRating();
  return rating;
}
