import { db, query } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import type { Mail, WebhookDelivery, WebhookEndpoint } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { onSites } from "../../base/access/where.ts";
import { failedDeliveries, webhooksOf } from "./statements.ts";

const HOP = { status: true, attempts: true, reason: true, updatedAt: true } as const;

export type MailRow = Pick<Mail, keyof typeof HOP>;
export type WebhookRow = Pick<WebhookDelivery, keyof typeof HOP | "endpointId"> &
  Pick<WebhookEndpoint, "url"> & { statusCode: number | null; durationMs: number | null };
export type TestDelivery = { storedAt: Date; mail: MailRow | null; webhooks: WebhookRow[] };

/** Returns how far a site's test message has come. Throws `not_found` if it isn't a test message. */
export async function getTestDelivery(scope: OwnerScope, siteId: string, messageId: string): Promise<TestDelivery> {
  const message = await db().message.findFirst({
    where: {
      id: messageId,
      senderType: "visitor",
      conversation: { AND: [{ siteId }, onSites(scope)], visitor: { isTest: true } },
    },
    select: { createdAt: true, conversationId: true },
  });
  if (!message) throw new AppError("not_found");
  const { createdAt: storedAt, conversationId } = message;
  const [mail, webhooks] = await Promise.all([
    db().mail.findFirst({ where: { conversationId, messageId, kind: "test" }, select: HOP }),
    query<WebhookRow>(webhooksOf(conversationId, messageId)),
  ]);
  return { storedAt, mail, webhooks };
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
export const listFailedDeliveries = (scope: OwnerScope): Promise<FailedDelivery[]> =>
  query<FailedDelivery>(failedDeliveries(scope, SHOWN_MAX));
