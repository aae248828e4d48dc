import { query } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { ownConversations, ownSiteRows } from "../../base/access/statements.ts";
import { ownMails } from "./statements.ts";

type Hop = { status: string; attempts: number; reason: string | null; updatedAt: Date };
export type MailRow = Hop;
export type WebhookRow = Hop & {
  endpointId: string;
  url: string;
  statusCode: number | null;
  durationMs: number | null;
};
export type TestDelivery = { storedAt: Date; mail: MailRow | null; webhooks: WebhookRow[] };

/** Returns how far a site's test message has come. Throws `not_found` if it isn't a test message. */
export async function getTestDelivery(scope: OwnerScope, siteId: string, messageId: string): Promise<TestDelivery> {
  const [message] = await query<{ storedAt: Date; conversationId: string }>(Prisma.sql`
    SELECT m.created_at AS "storedAt", c.id AS "conversationId"
    FROM messages m JOIN conversations c ON c.id = m.conversation_id JOIN visitors v ON v.id = c.visitor_id
    WHERE m.id = ${messageId}::uuid AND c.site_id = ${siteId}::uuid AND ${ownConversations(scope)}
      AND v.is_test AND m.sender_type = 'visitor'`);
  if (!message) throw new AppError("not_found");
  const own = Prisma.sql`d.conversation_id = ${message.conversationId}::uuid AND d.message_id = ${messageId}::uuid`;
  const [mails, webhooks] = await Promise.all([
    query<MailRow>(Prisma.sql`
      SELECT d.status, d.attempts, d.reason, d.updated_at AS "updatedAt" FROM mails d WHERE ${own} AND d.kind = 'test'`),
    query<WebhookRow>(Prisma.sql`
      SELECT d.status, d.attempts, d.reason, d.updated_at AS "updatedAt", e.id AS "endpointId", e.url,
        a.status_code AS "statusCode", a.duration_ms AS "durationMs"
      FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id
      LEFT JOIN LATERAL (
        SELECT status_code, duration_ms FROM webhook_attempts WHERE delivery_id = d.id ORDER BY number DESC LIMIT 1
      ) a ON true
      WHERE ${own} AND d.type = 'message.created' ORDER BY e.created_at, e.id`),
  ]);
  return { storedAt: message.storedAt, mail: mails[0] ?? null, webhooks };
}

export type FailedDelivery = {
  id: string;
  channel: "mail" | "webhook";
  kind: string;
  siteId: string | null;
  siteName: string | null;
  conversationId: string | null;
  url: string | null;
  reason: string | null;
  attempts: number;
  createdAt: Date;
  failedAt: Date;
};

const SHOWN_MAX = 100;

/** Lists the workspace's failed deliveries, newest first. */
export function listFailedDeliveries(scope: OwnerScope): Promise<FailedDelivery[]> {
  const columns = Prisma.sql`d.id, d.site_id AS "siteId", s.name AS "siteName", d.conversation_id AS "conversationId", d.reason,
    d.attempts, d.created_at AS "createdAt", d.updated_at AS "failedAt"`;
  const last = Prisma.sql`ORDER BY d.updated_at DESC LIMIT ${SHOWN_MAX}`;
  return query<FailedDelivery>(Prisma.sql`
    SELECT * FROM (
      (SELECT 'mail' AS channel, d.kind, NULL AS url, ${columns}
       FROM mails d LEFT JOIN sites s ON s.id = d.site_id
       WHERE ${ownMails(scope, Prisma.sql`d`)} AND d.status = 'failed' ${last})
      UNION ALL
      (SELECT 'webhook', d.type, e.url, ${columns}
       FROM webhook_deliveries d JOIN sites s ON s.id = d.site_id JOIN webhook_endpoints e ON e.id = d.endpoint_id
       WHERE ${ownSiteRows(scope, Prisma.sql`d`)} AND d.status = 'failed' ${last})
    ) failed ORDER BY "failedAt" DESC, id DESC LIMIT ${SHOWN_MAX}`);
}
