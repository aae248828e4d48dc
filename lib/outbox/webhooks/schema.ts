import { z } from "zod";
import { env } from "#platform/env.ts";
import { FAILURES, type Failure } from "#platform/outgoing/failures.ts";
import { readTarget } from "#platform/outgoing/target.ts";
import { wholeNumber } from "#platform/query-parameter.ts";
import { oneLine } from "#platform/text.ts";
import { dateTime } from "#platform/timestamp.ts";
import { uuid } from "#platform/uuid.ts";
import { EVENT_TYPES, TEST_EVENT } from "./event-types.ts";

const URL_MAX = 2_000;
const DESCRIPTION_MAX = 80;
const OVERLAP_HOURS = 24;
const OVERLAP_HOURS_MAX = 720;

export const EndpointParams = z.object({ siteId: uuid, endpointId: uuid });
export type EndpointParams = z.infer<typeof EndpointParams>;
export const DeliveryParams = EndpointParams.extend({ deliveryId: uuid });
export type DeliveryParams = z.infer<typeof DeliveryParams>;

/** An address of the owner's that requests may be sent to. */
export const targetUrl = oneLine(URL_MAX)
  .superRefine((text, context) => {
    const target = readTarget(text, env().OUTBOUND_ALLOWED_HOSTS);
    if (typeof target === "string") context.addIssue({ code: "custom", message: target, input: text });
  })
  .meta({ format: "uri", examples: ["https://example.com/webhooks/site-inbox"] });

const EventType = z.enum(EVENT_TYPES, `must be one of ${EVENT_TYPES.join(", ")}`);
const events = z
  .array(EventType)
  .min(1, "must name at least one event")
  .max(EVENT_TYPES.length, "must name each event once")
  .refine((types) => new Set(types).size === types.length, "must name each event once");
const description = oneLine(DESCRIPTION_MAX).nullable();

export const CreateEndpointBody = z.object({
  url: targetUrl,
  description: description.default(null),
  events: events.default([...EVENT_TYPES]),
});
export type CreateEndpointBody = z.infer<typeof CreateEndpointBody>;

export const UpdateEndpointBody = z.object({
  url: targetUrl.exactOptional(),
  description: description.exactOptional(),
  events: events.exactOptional(),
  /** True stops the endpoint, false starts it again. */
  stopped: z.boolean("must be true or false").exactOptional(),
});
export type UpdateEndpointBody = z.infer<typeof UpdateEndpointBody>;

const hours = `must be a whole number from 0 to ${OVERLAP_HOURS_MAX}`;

/** How long the previous secret signs too. */
export const ReplaceSecretBody = z.object({
  overlapHours: z.int(hours).min(0, hours).max(OVERLAP_HOURS_MAX, hours).default(OVERLAP_HOURS),
});
export type ReplaceSecretBody = z.infer<typeof ReplaceSecretBody>;

const FAILURE_CODES = ["answered", ...Object.keys(FAILURES)] as ["answered", ...Failure[]];

/** Why an attempt failed. Only the first code comes with a response, whose status wasn't 2xx. */
const FailureJson = z.strictObject({
  code: z.enum(FAILURE_CODES),
  detail: z.string(),
});

export const StopReason = z.enum(["owner", "gone", "failing", "reset"]);
export type StopReason = z.infer<typeof StopReason>;

export const EndpointJson = z.strictObject({
  id: z.uuid(),
  siteId: z.uuid(),
  url: z.string(),
  description: z.string().exactOptional(),
  events: z.array(EventType),
  /**
   * Since when nothing is sent to it, and whether its owner stopped it, it responded with 410, it failed for days, or the
   * password was reset by a link before the account's email was confirmed.
   */
  stoppedAt: dateTime.exactOptional(),
  stopReason: StopReason.exactOptional(),
  /** Since when no delivery has succeeded. */
  failingSince: dateTime.exactOptional(),
  /** Until when requests are also signed with the previous secret. */
  previousSecretEndsAt: dateTime.exactOptional(),
  /** The secret was stored under another AUTH_SECRET, so it has to be replaced. */
  unreadable: z.literal(true).exactOptional(),
  /** The result of the newest attempt. */
  lastAttempt: z
    .strictObject({ at: dateTime, statusCode: z.int().exactOptional(), failure: FailureJson.exactOptional() })
    .exactOptional(),
  createdAt: dateTime,
  updatedAt: dateTime,
});
export type EndpointJson = z.infer<typeof EndpointJson>;

export const EndpointResponse = z.strictObject({ endpoint: EndpointJson });
export const EndpointListResponse = z.strictObject({ endpoints: z.array(EndpointJson) });

/** The only responses that contain a secret. */
export const NewEndpointResponse = z.strictObject({ endpoint: EndpointJson, secret: z.string() });
export type NewEndpointResponse = z.infer<typeof NewEndpointResponse>;

const LIMIT_MAX = 100;
const LIMIT_DEFAULT = 25;

export const DeliveryStatus = z.enum(
  ["pending", "delivered", "failed", "skipped"],
  "must be pending, delivered, failed or skipped",
);
export type DeliveryStatus = z.infer<typeof DeliveryStatus>;

export const ListDeliveriesQuery = z.object({
  status: DeliveryStatus.exactOptional(),
  limit: wholeNumber(1, LIMIT_MAX).default(LIMIT_DEFAULT),
  cursor: z.string().exactOptional(),
});
export type ListDeliveriesQuery = z.infer<typeof ListDeliveriesQuery>;

export const DeliveryJson = z.strictObject({
  /** The webhook-id header, the same in every attempt. */
  id: z.uuid(),
  type: z.enum([...EVENT_TYPES, TEST_EVENT]),
  status: DeliveryStatus,
  attempts: z.int(),
  /** The result of the newest attempt. */
  statusCode: z.int().exactOptional(),
  failure: FailureJson.exactOptional(),
  createdAt: dateTime,
  deliveredAt: dateTime.exactOptional(),
  nextAttemptAt: dateTime.exactOptional(),
});
export type DeliveryJson = z.infer<typeof DeliveryJson>;

const AttemptJson = z.strictObject({
  number: z.int(),
  startedAt: dateTime,
  durationMs: z.int(),
  requestHeaders: z.record(z.string(), z.string()),
  statusCode: z.int().exactOptional(),
  /** The start of the response body. */
  answer: z.string().exactOptional(),
  failure: FailureJson.exactOptional(),
});
export type AttemptJson = z.infer<typeof AttemptJson>;

export const DeliveryDetailJson = DeliveryJson.extend({
  /** The exact request body. */
  payload: z.string(),
  log: z.array(AttemptJson),
});
export type DeliveryDetailJson = z.infer<typeof DeliveryDetailJson>;

export const DeliveryResponse = z.strictObject({ delivery: DeliveryJson });
export const DeliveryDetailResponse = z.strictObject({ delivery: DeliveryDetailJson });
export const DeliveryListResponse = z.strictObject({
  deliveries: z.array(DeliveryJson),
  nextCursor: z.string().exactOptional(),
});
export type DeliveryListResponse = z.infer<typeof DeliveryListResponse>;

/** How many failed deliveries one request sends again. */
export const REPLAYED_MAX = 5_000;

const moment = z.iso.datetime({ offset: true, error: "must be a time, such as 2026-12-01T08:00:00Z" });

/** Which failed deliveries are sent again, by when their events happened. */
export const ReplayBody = z.object({
  since: moment.describe("Sends events again that happened at this time or later."),
  until: moment.exactOptional().describe("Leaves out events that happened at this time or later."),
});
export type ReplayBody = z.infer<typeof ReplayBody>;

export const ReplayResponse = z.strictObject({ count: z.int().describe("How many deliveries are sent again.") });
