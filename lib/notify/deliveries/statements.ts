import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { ownRows, ownSiteRows } from "../../base/access/statements.ts";

/** Matches emails, `row`, about the caller's sites, about their account, or about nobody's in particular. */
export const ownMails = (scope: OwnerScope, row: Prisma.Sql) => Prisma.sql`
  ${ownRows(scope, row)} AND (${row}.user_id = ${scope.userId}::uuid OR ${
    scope.siteIds === null
      ? Prisma.sql`${row}.site_id IS NOT NULL OR ${row}.user_id IS NULL`
      : Prisma.sql`${row}.site_id = ANY (${scope.siteIds}::uuid[])`
  })`;

/** What webhooks got of a message: WebhookRows. In one statement, since the queue writes and endpoints go at any time. */
export const webhooksOf = (conversationId: string, messageId: string) => Prisma.sql`
  SELECT d.status, d.attempts, d.reason, d.updated_at AS "updatedAt", e.id AS "endpointId", e.url,
    a.status_code AS "statusCode", a.duration_ms AS "durationMs"
  FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id
  LEFT JOIN LATERAL (
    SELECT status_code, duration_ms FROM webhook_attempts WHERE delivery_id = d.id ORDER BY number DESC LIMIT 1
  ) a ON true
  WHERE d.conversation_id = ${conversationId}::uuid AND d.message_id = ${messageId}::uuid AND d.type = 'message.created'
  ORDER BY e.created_at, e.id`;

/** The workspace's failed deliveries, newest first: FailedDeliveries, in one order from two tables. */
export function failedDeliveries(scope: OwnerScope, limit: number): Prisma.Sql {
  const columns = Prisma.sql`d.id, d.site_id AS "siteId", s.name AS "siteName", d.conversation_id AS "conversationId", d.reason,
    d.attempts, d.created_at AS "createdAt", d.updated_at AS "failedAt"`;
  const last = Prisma.sql`ORDER BY d.updated_at DESC LIMIT ${limit}`;
  return Prisma.sql`
    SELECT * FROM (
      (SELECT 'mail' AS channel, d.kind, NULL AS url, ${columns}
       FROM mails d LEFT JOIN sites s ON s.id = d.site_id
       WHERE ${ownMails(scope, Prisma.sql`d`)} AND d.status = 'failed' ${last})
      UNION ALL
      (SELECT 'webhook', d.type, e.url, ${columns}
       FROM webhook_deliveries d JOIN sites s ON s.id = d.site_id JOIN webhook_endpoints e ON e.id = d.endpoint_id
       WHERE ${ownSiteRows(scope, Prisma.sql`d`)} AND d.status = 'failed' ${last})
    ) failed ORDER BY "failedAt" DESC, id DESC LIMIT ${limit}`;
}
