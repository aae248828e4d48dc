import type { OwnerScope } from "../../base/access/scopes.ts";
import { prepareMessage, type RequestContext, type SentMessage, storeMessage } from "../messages/commands.ts";
import { newMail } from "../messages/outgoing-statements.ts";
import type { RefusedAction, ReplyBody } from "../messages/schema.ts";
import { storeClosingReply, storeReply } from "../messages/statements.ts";
import { refuseStale } from "../notes/stale.ts";
import { applyActions } from "./apply-actions.ts";

/**
 * Records an owner's reply, opens or closes the conversation with it, and does its actions. Throws `stale_reply` if a colleague wrote after
 * what the caller saw, or what `storeMessage` throws.
 */
export async function sendReply(
  scope: OwnerScope,
  conversationId: string,
  { message: text, files, close, actions, ...seen }: ReplyBody,
  { idempotencyKey = null, mail: came }: RequestContext = {},
): Promise<SentMessage & { refused: RefusedAction[] }> {
  const prepared = await prepareMessage(scope, { message: text, files }, { key: idempotencyKey, conversationId });
  const message = { ...prepared, ...(came && { mail: came }) };
  const store = close ? storeClosingReply : storeReply;
  const sent = await storeMessage(scope, {
    message,
    statement: () => store(scope, conversationId, { message, seen, mail: newMail("visitor_answer") }),
    conversationId,
    refuseStale: () => refuseStale(scope, conversationId, seen),
  });
  return { ...sent, refused: actions ? await applyActions(scope, sent, actions) : [] };
}
