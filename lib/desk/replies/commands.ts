import { db } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { onSites } from "../../base/access/where.ts";
import { updateConversation } from "../conversations/commands.ts";
import type { UpdateConversationBody } from "../conversations/schema.ts";
import { prepareMessage, type RequestContext, type SentMessage, storeMessage } from "../messages/commands.ts";
import { newMail } from "../messages/outgoing-statements.ts";
import type { Release } from "../messages/release-statements.ts";
import type { RefusedAction, ReplyActions, ReplyBody } from "../messages/schema.ts";
import { storeClosingReply, storeReply } from "../messages/statements.ts";
import { refuseStale } from "../notes/stale.ts";
import { wakingTime } from "../triage/snooze-times.ts";
import { refuseRelease } from "./queries.ts";

/**
 * Records an owner's reply, opens or closes the conversation with it, and does its actions. Throws `stale_reply` if a colleague
 * wrote after what the caller saw, `NotReleased` if it's a scheduled one that isn't to be sent now, or what `storeMessage` throws.
 */
export async function sendReply(
  scope: OwnerScope,
  conversationId: string,
  { message: text, files, close, actions, ...seen }: ReplyBody,
  { idempotencyKey = null, mail: came, release }: RequestContext & { release?: Release } = {},
): Promise<SentMessage & { refused: RefusedAction[] }> {
  const prepared = await prepareMessage(scope, { message: text, files }, { key: idempotencyKey, conversationId });
  const message = { ...prepared, ...(came && { mail: came }), ...(release && { id: release.id }) };
  const store = close ? storeClosingReply : storeReply;
  const sent = await storeMessage(scope, {
    message,
    statement: () => store(scope, conversationId, { message, seen, mail: newMail("visitor_answer"), release }),
    conversationId,
    refuseStale: () =>
      release ? refuseRelease(scope, conversationId, release) : refuseStale(scope, conversationId, seen),
  });
  return { ...sent, refused: actions ? await applyActions(scope, sent, actions) : [] };
}

const LATE = "The reply was stored by an earlier request, and something was written since.";

/**
 * Does what goes with a stored reply, each action for itself, as a PATCH of the conversation would. Returns the refused ones.
 * A repeated request does it again, because the first one may have ended too early, unless something was written since.
 */
export async function applyActions(
  scope: OwnerScope,
  sent: SentMessage,
  actions: ReplyActions,
): Promise<RefusedAction[]> {
  const changes = changesOf(actions);
  if (sent.replayed && (await hasLaterMessage(scope, sent)))
    return changes.map(([action]) => ({ action, code: "conflict", detail: LATE }));
  const refused: RefusedAction[] = [];
  for (const [action, change] of changes) {
    try {
      await updateConversation(scope, sent.conversationId, change);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const detail = error.extras.detail ?? error.extras.errors?.[0]?.message;
      refused.push({ action, code: error.code, ...(detail !== undefined && { detail }) });
    }
  }
  return refused;
}

function changesOf({ labels, assignee, snooze }: ReplyActions): [keyof ReplyActions, UpdateConversationBody][] {
  const changes: [keyof ReplyActions, UpdateConversationBody][] = [];
  if (labels) changes.push(["labels", { labels: { add: labels } }]);
  if (assignee !== undefined) changes.push(["assignee", { assignee }]);
  if (snooze) {
    const { time, timeZone } = snooze;
    const until = time === "reply" ? null : wakingTime(time, new Date(), timeZone).toISOString();
    changes.push(["snooze", { snooze: { until } }]);
  }
  return changes;
}

const hasLaterMessage = async (scope: OwnerScope, { conversationId, seq }: SentMessage): Promise<boolean> =>
  (await db().message.count({ where: { conversationId, seq: { gt: seq }, conversation: onSites(scope) } })) > 0;
