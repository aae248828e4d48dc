import type { OwnerScope } from "../access/scopes.ts";
import { type RequestContext, type SentMessage, storeMessage } from "../messages/commands.ts";
import { newMail } from "../messages/outgoing-statements.ts";
import { draftMessage } from "../messages/rules.ts";
import type { ReplyBody } from "../messages/schema.ts";
import { storeClosingReply, storeReply } from "../messages/statements.ts";
import { refuseStale } from "../notes/stale.ts";

/**
 * Records an owner's reply, and opens or closes the conversation with it. Throws `stale_reply` if a colleague wrote after
 * what the caller saw, or what `storeMessage` throws.
 */
export async function sendReply(
  scope: OwnerScope,
  conversationId: string,
  { message: body, close, ...seen }: ReplyBody,
  { idempotencyKey = null }: RequestContext = {},
): Promise<SentMessage> {
  const message = draftMessage(scope, body, idempotencyKey);
  const store = close ? storeClosingReply : storeReply;
  return storeMessage(scope, {
    message,
    statement: () => store(scope, conversationId, { message, seen, mail: newMail("visitor_answer") }),
    conversationId,
    refuseStale: () => refuseStale(scope, conversationId, seen),
  });
}
