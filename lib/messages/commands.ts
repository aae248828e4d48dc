import type { OwnerScope, VisitorScope } from "../auth/scopes.ts";
import { testVisitorOfSite } from "../auth/visitor-of-site.ts";
import { openingConversation, startConversation } from "../conversations/commands.ts";
import { getVisitorConversation } from "../conversations/queries.ts";
import { db } from "../db.ts";
import { AppError } from "../errors.ts";
import { isSameSite, labelOf } from "../visitors/rules.ts";
import type { MessageRow } from "./queries.ts";
import type { SendVisitorMessageBody } from "./schema.ts";
import { countMessage, storeMessage } from "./statements.ts";

/**
 * Records a visitor's message in one of their conversations, reopening it if it was closed. One statement; `seq` is given
 * out under the conversation's row lock. Throws `site_mismatch`, `not_found`, or `open_conversation_exists` where the
 * visitor has another open one.
 */
export async function sendVisitorMessage(
  scope: VisitorScope,
  conversationId: string,
  input: SendVisitorMessageBody,
): Promise<MessageRow> {
  if (!isSameSite(scope, input.siteKey)) {
    await getVisitorConversation(scope, conversationId);
    throw new AppError("site_mismatch");
  }
  const label = labelOf(scope, input.visitorId);
  const tellsWho = label !== null || input.name !== null || input.email !== null;
  const write = () => db().$queryRaw<MessageRow[]>`
    WITH site AS MATERIALIZED (
      SELECT id FROM sites WHERE ${tellsWho} AND id = ${scope.siteId}::uuid FOR KEY SHARE
    ), visitor AS (
      UPDATE visitors v SET
        external_id = coalesce(${label}, v.external_id),
        name = coalesce(${input.name}, v.name),
        email = coalesce(${input.email}, v.email),
        updated_at = now()
      FROM site, conversations c
      WHERE v.id = ${scope.visitorId}::uuid AND v.site_id = site.id
        AND c.id = ${conversationId}::uuid AND c.visitor_id = v.id
        AND (v.external_id, v.name, v.email) IS DISTINCT FROM
          (coalesce(${label}, v.external_id), coalesce(${input.name}, v.name), coalesce(${input.email}, v.email))
      RETURNING v.id
    ), conversation AS (
      UPDATE conversations c SET
        status = 'open',
        visitor_read_seq = c.last_seq + 1,
        ${countMessage(input.message)}
      WHERE c.id = ${conversationId}::uuid AND c.visitor_id = ${scope.visitorId}::uuid
        AND c.site_id = ${scope.siteId}::uuid AND (SELECT count(*) FROM visitor) >= 0
      RETURNING id, last_seq, last_message_at
    ), ${storeMessage({ type: "visitor", id: scope.visitorId }, input.message)}`;
  const [message] = await openingConversation(scope, conversationId, write);
  if (!message) throw new AppError("not_found");
  return message;
}

/** Sends a message as the site's test visitor, through the path that a real one takes. Throws `not_found`. */
export async function sendTestMessage(scope: OwnerScope, siteId: string, message: string): Promise<MessageRow> {
  const visitor = await testVisitorOfSite(scope, siteId);
  return startConversation(visitor, { message, name: null, email: null, pageUrl: null });
}
