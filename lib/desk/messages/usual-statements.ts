import { fixedStatement, type Statement } from "#platform/database/fixed-statement.ts";
import { Prisma } from "#prisma-client";
import type { VisitorScope } from "../../base/access/scopes.ts";
import { acceptsFrom, comparedText } from "../../files/blocking/statements.ts";
import { BURST, storeAlert } from "../../outbox/notification-queue/statements.ts";
import { countMessage } from "./count-statements.ts";
import { type NewMessage, previewOf } from "./rules.ts";
import type { Writer } from "./statements.ts";

/*
 * How most messages of visitors are stored: the conversation is open, nothing about the visitor changes, and no webhook
 * listens. If any of it isn't so, nothing is stored, and the statement for all cases
 * is sent (statements.ts). Its guarantees are the same: the key is claimed first, then the conversation is locked.
 */

type Input = {
  conversationId: string;
  visitorId: string;
  siteId: string;
  messageId: string;
  key: string;
  body: string;
  compared: string;
  preview: string;
  pageUrl: string | null;
  label: string | null;
  name: string | null;
  email: string | null;
  addressHash: string | null;
  addressHashes: readonly string[];
};

type Shape = { isKeyed: boolean; isNamed: boolean; hasAddress: boolean };

const usualStatement = ({ isKeyed, isNamed, hasAddress }: Shape) =>
  fixedStatement((input: Input) => {
    const own = Prisma.sql`
      c.visitor_id = ${input.visitorId}::uuid AND c.site_id = ${input.siteId}::uuid AND c.status = 'open'
        ${isNamed ? Prisma.sql`AND c.id = ${input.conversationId}::uuid` : Prisma.empty}`;
    const usual = Prisma.sql`
      sites.id = c.site_id AND v.id = c.visitor_id AND sites.closed_at IS NULL AND v.blocked_at IS NULL
        AND ${acceptsFrom(input.compared, hasAddress ? input.addressHashes : [])}
        AND (v.external_id, v.name, v.email) IS NOT DISTINCT FROM
          (coalesce(${input.label}, v.external_id), coalesce(${input.name}, v.name), coalesce(${input.email}, v.email))
        AND (${input.addressHash}::text IS NULL
          OR v.address_hash = ${input.addressHash} AND v.address_at >= now() - interval '1 day')
        AND NOT EXISTS (SELECT FROM webhook_endpoints e WHERE e.site_id = c.site_id AND e.stopped_at IS NULL)`;
    // With a key, the conversation is looked up before its claim, and again for the update.
    const claim = Prisma.sql`
    claim AS (
      INSERT INTO message_keys (sender_id, key, message_id)
      SELECT ${input.visitorId}::uuid, ${input.key}, ${input.messageId}::uuid
      FROM conversations c, sites, visitors v WHERE ${own} AND ${usual}
      ON CONFLICT (sender_id, key) DO NOTHING
      RETURNING message_id
    ),`;
    const alertId = Prisma.sql`${input.messageId}::uuid`;
    return Prisma.sql`
    WITH ${isKeyed ? claim : Prisma.empty} conversation AS (
      UPDATE conversations c SET
        ${isNamed ? Prisma.empty : Prisma.sql`page_url = coalesce(${input.pageUrl}, c.page_url),`}
        ${countMessage({ id: input.messageId, sender: { type: "visitor", id: input.visitorId }, preview: input.preview, mail: null })}
      FROM ${isKeyed ? Prisma.sql`claim` : Prisma.sql`sites, visitors v`}
      WHERE ${own} ${isKeyed ? Prisma.empty : Prisma.sql`AND ${usual}`}
      RETURNING c.id, c.workspace_id, c.last_seq, c.last_message_at, c.alert_id, c.owner_read_seq
    ), ${storeAlert(alertId, BURST)}
    INSERT INTO messages AS m (id, conversation_id, workspace_id, seq, sender_type, sender_id, body, created_at)
    SELECT ${input.messageId}::uuid, c.id, c.workspace_id, c.last_seq, 'visitor', ${input.visitorId}::uuid, ${input.body},
      c.last_message_at
    FROM conversation c
    RETURNING m.conversation_id AS "conversationId", m.seq, m.created_at AS "createdAt", m.workspace_id AS "workspaceId"`;
  });

const statements = new Map<string, (input: Input) => Statement>();

function usualStatementOf(shape: Shape): (input: Input) => Statement {
  const name = JSON.stringify(shape);
  const statement = statements.get(name) ?? usualStatement(shape);
  statements.set(name, statement);
  return statement;
}

type Place = { conversationId: string } | { pageUrl: string | null };

/** Stores a visitor's message in the conversation that's named, or in their open one. */
export function storeUsualMessage(
  { visitorId, siteId }: VisitorScope,
  { id: messageId, key, body }: NewMessage,
  writer: Writer,
  place: Place,
): Statement {
  const isNamed = "conversationId" in place;
  const statement = usualStatementOf({
    isKeyed: key !== null,
    isNamed,
    hasAddress: writer.addressHashes.length > 0,
  });
  return statement({
    ...writer,
    conversationId: isNamed ? place.conversationId : "",
    pageUrl: isNamed ? null : place.pageUrl,
    visitorId,
    siteId,
    messageId,
    key: key ?? "",
    body,
    compared: comparedText(body),
    preview: previewOf(body),
  });
}
