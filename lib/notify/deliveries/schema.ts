import { z } from "zod";
import { dateTime } from "#platform/timestamp.ts";
import { uuid } from "#platform/uuid.ts";

export const TestMessageParams = z.object({ siteId: uuid, messageId: uuid });
export const DeliveryParams = z.object({ deliveryId: uuid });

/** `off`: no channel is set up. `skipped`: it was decided not to send, for the given reason. */
const state = z.enum(["off", "pending", "done", "skipped", "failed"]);

const hop = {
  state,
  /** When it was done or given up. */
  at: dateTime.exactOptional(),
  attempts: z.int(),
  reason: z.string().exactOptional(),
};

const MailHop = z.strictObject(hop);
export type MailHop = z.infer<typeof MailHop>;

const WebhookHop = z.strictObject({
  ...hop,
  endpointId: z.uuid(),
  url: z.string(),
  statusCode: z.int().exactOptional(),
  durationMs: z.int().exactOptional(),
});
export type WebhookHop = z.infer<typeof WebhookHop>;

/** How far a test message has come on each channel. */
export const TestDeliveryJson = z
  .strictObject({ stored: z.strictObject({ at: dateTime }), mail: MailHop, webhooks: z.array(WebhookHop) })
  .meta({ id: "TestDelivery" });
export type TestDeliveryJson = z.infer<typeof TestDeliveryJson>;

export const TestDeliveryResponse = z.strictObject({ delivery: TestDeliveryJson });

/** An email or a webhook that failed for more than a day, or can never arrive. */
export const FailedDeliveryJson = z
  .strictObject({
    id: z.uuid(),
    channel: z.enum(["mail", "webhook"]),
    /** What wasn't delivered: a kind of email, or an event type. */
    kind: z.string(),
    siteId: z.uuid().exactOptional(),
    siteName: z.string().exactOptional(),
    conversationId: z.uuid().exactOptional(),
    url: z.string().exactOptional(),
    reason: z.string(),
    attempts: z.int(),
    createdAt: dateTime,
    failedAt: dateTime,
  })
  .meta({ id: "FailedDelivery" });
export type FailedDeliveryJson = z.infer<typeof FailedDeliveryJson>;

export const FailedDeliveriesResponse = z.strictObject({ deliveries: z.array(FailedDeliveryJson) });
