import { db } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { onSites } from "../../base/access/where.ts";
import { updateConversation } from "../conversations/commands.ts";
import type { UpdateConversationBody } from "../conversations/schema.ts";
import type { SentMessage } from "../messages/commands.ts";
import type { RefusedAction, ReplyActions } from "../messages/schema.ts";
import { wakingTime } from "../triage/snooze-times.ts";

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
