import type { FailedDelivery, MailRow, TestDelivery, WebhookRow } from "./queries.ts";
import type { FailedDeliveryJson, MailHop, TestDeliveryJson, WebhookHop } from "./schema.ts";

const STATES: Record<string, MailHop["state"]> = {
  sent: "done",
  delivered: "done",
  skipped: "skipped",
  failed: "failed",
};

function toHop({ status, attempts, reason, updatedAt }: MailRow): MailHop {
  const state = STATES[status] ?? "pending";
  return {
    state,
    attempts,
    ...(state !== "pending" && { at: updatedAt.toISOString() }),
    ...(reason !== null && state !== "done" && { reason }),
  };
}

const toWebhookHop = ({ endpointId, url, statusCode, durationMs, ...row }: WebhookRow): WebhookHop => ({
  ...toHop(row),
  endpointId,
  url,
  ...(statusCode !== null && { statusCode }),
  ...(durationMs !== null && { durationMs }),
});

export const toTestDeliveryJson = ({ storedAt, mail, webhooks }: TestDelivery): TestDeliveryJson => ({
  stored: { at: storedAt.toISOString() },
  mail: mail ? toHop(mail) : { state: "off", attempts: 0 },
  webhooks: webhooks.map(toWebhookHop),
});

export const toFailedDeliveryJson = (row: FailedDelivery): FailedDeliveryJson => ({
  id: row.id,
  channel: row.channel,
  kind: row.kind,
  ...(row.siteId !== null && { siteId: row.siteId }),
  ...(row.siteName !== null && { siteName: row.siteName }),
  ...(row.conversationId !== null && { conversationId: row.conversationId }),
  ...(row.url !== null && { url: row.url }),
  reason: row.reason ?? "It was tried for more than a day without success.",
  attempts: row.attempts,
  createdAt: row.createdAt.toISOString(),
  failedAt: row.failedAt.toISOString(),
});
