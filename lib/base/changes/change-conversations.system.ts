import { type Transaction, type TransactionTimeouts, transaction } from "#platform/database/database.ts";
import { wakeJobs } from "#platform/jobs/worker.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope, VisitorScope } from "../access/scopes.ts";
import { ownConversations } from "../access/statements.ts";
import type { ConversationRef } from "./change.ts";
import { publishChange } from "./publish-change.ts";

/**
 * Who changes conversations: a member, on the sites they may touch, a visitor, of their own ones, or a part of the service, on
 * all sites.
 */
export type ConversationActor =
  | OwnerScope
  | VisitorScope
  | "snooze"
  | "round_robin"
  | "auto_close"
  | "retention"
  | "rating_link";

type Options = { kind?: "conversation" | "deleted"; timeouts?: TransactionTimeouts };

/**
 * Changes a set of conversations in one transaction: every conversation `c` that `which` matches and the actor may touch.
 * `change` gets both as one condition, `own`, for each of its statements: a foreign id isn't found, and lost access counts from
 * the next statement on. It returns what it changed. After the commit, each of these conversations is published once, and the
 * deliveries that `change` wrote are sent. Without a match, nothing is changed and nothing is thrown.
 */
export async function changeConversations(
  actor: ConversationActor,
  which: Prisma.Sql,
  change: (tx: Transaction, own: Prisma.Sql) => Promise<ConversationRef[]>,
  { kind = "conversation", timeouts }: Options = {},
): Promise<ConversationRef[]> {
  const own =
    typeof actor === "string" ? Prisma.sql`(${which})` : Prisma.sql`(${which}) AND ${ownConversations(actor)}`;
  return transaction(async (tx) => {
    const places = await change(tx, own);
    const changed = [...new Map(places.map((place) => [place.conversationId, place])).values()];
    tx.afterCommit(() => {
      for (const place of changed) publishChange({ kind, ...place });
      if (changed.length > 0) wakeJobs("webhook");
    });
    return changed;
  }, timeouts);
}
