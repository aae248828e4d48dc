import { AppError } from "#platform/errors.ts";
import type { VisitorScope } from "../../base/access/scopes.ts";
import { rate } from "./rate.system.ts";
import type { Ratable, RateBody } from "./schema.ts";
import { isRated, RATABLE } from "./statements.ts";

/**
 * Stores how a visitor rates the last close of their conversation, or changes that. The same rating again changes nothing.
 * Throws `not_found`, or `rating_closed` if this close can't be rated, by now or at all.
 */
export async function rateConversation(scope: VisitorScope, conversationId: string, body: RateBody): Promise<Ratable> {
  const { close, score, comment } = body;
  const until = await rate(scope, isRated(conversationId), { ...body, ratable: RATABLE, via: "widget" });
  if (!until) throw new AppError("not_found");
  return { close, score, ...(comment !== null && { comment }), until: until.toISOString() };
}
