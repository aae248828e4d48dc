import type { OwnerScope } from "../../base/access/scopes.ts";
import { prepareMessage, type RequestContext, type SentMessage, storeMessage } from "../messages/commands.ts";
import { newMail } from "../messages/outgoing-statements.ts";
import type { Release } from "../messages/release-statements.ts";
import type { ReplyBody } from "../messages/schema.ts";
import { storeClosingReply, storeReply } from "../messages/statements.ts";
import { refuseStale } from "../notes/stale.ts";
import { refuseRelease } from "./queries.ts";

/**
 * Records an owner's reply, and opens or closes the conversation with it. Throws `stale_reply` if a colleague wrote after
 * what the caller saw, `NotReleased` if it's a scheduled one that isn't to be sent now, or what `storeMessage` throws.
 */
export async function sendReply(
  scope: OwnerScope,
  conversationId: string,
  { message: text, files, close, ...seen }: ReplyBody,
  { idempotencyKey = null, mail: came, release }: RequestContext & { release?: Release } = {},
): Promise<SentMessage> {
  const prepared = await prepareMessage(scope, { message: text, files }, { key: idempotencyKey, conversationId });
  const message = { ...prepared, ...(came && { mail: came }), ...(release && { id: release.id }) };
  const store = close ? storeClosingReply : storeReply;
  return storeMessage(scope, {
    message,
    statement: () => store(scope, conversationId, { message, seen, mail: newMail("visitor_answer"), release }),
    conversationId,
    refuseStale: () =>
      release ? refuseRelease(scope, conversationId, release) : refuseStale(scope, conversationId, seen),
  });
}
