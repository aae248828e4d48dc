import type { NewEndpoint } from "./commands.ts";
import { failureIn, type Outcome } from "./outcome.ts";
import { payloadOf } from "./payload.ts";
import type { DeliveryPage, DeliveryWithLog, Endpoint } from "./queries.ts";
import type {
  AttemptJson,
  DeliveryDetailJson,
  DeliveryJson,
  DeliveryListResponse,
  EndpointJson,
  NewEndpointResponse,
} from "./schema.ts";
import type { AttemptRow, DeliveryRow } from "./statements.ts";

function toOutcome(outcome: Outcome) {
  const { statusCode } = outcome;
  const failure = failureIn(outcome);
  return { ...(statusCode !== null && { statusCode }), ...(failure && { failure }) };
}

export function toEndpointJson(row: Endpoint): EndpointJson {
  return {
    id: row.id,
    siteId: row.siteId,
    url: row.url,
    ...(row.description !== null && { description: row.description }),
    events: row.events,
    ...(row.stoppedAt !== null && { stoppedAt: row.stoppedAt.toISOString() }),
    ...(row.stopReason !== null && { stopReason: row.stopReason }),
    ...(row.failingSince !== null && { failingSince: row.failingSince.toISOString() }),
    ...(row.previousEndsAt !== null && { previousSecretEndsAt: row.previousEndsAt.toISOString() }),
    ...(!row.isReadable && { unreadable: true as const }),
    ...(row.lastAttemptAt !== null && { lastAttempt: { at: row.lastAttemptAt.toISOString(), ...toOutcome(row) } }),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

export const toNewEndpointJson = ({ endpoint, secret }: NewEndpoint): NewEndpointResponse => ({
  endpoint: toEndpointJson(endpoint),
  secret,
});

export function toDeliveryJson(row: DeliveryRow): DeliveryJson {
  return {
    id: row.id,
    type: row.type,
    status: row.status,
    attempts: row.attempts,
    ...toOutcome(row),
    createdAt: row.createdAt.toISOString(),
    ...(row.deliveredAt !== null && { deliveredAt: row.deliveredAt.toISOString() }),
    ...(row.nextAttemptAt !== null && { nextAttemptAt: row.nextAttemptAt.toISOString() }),
  };
}

const toAttemptJson = (row: AttemptRow): AttemptJson => ({
  number: row.number,
  startedAt: row.startedAt.toISOString(),
  durationMs: row.durationMs,
  requestHeaders: row.requestHeaders,
  ...toOutcome(row),
  ...(row.answer !== null && { answer: row.answer }),
});

export const toDeliveryDetailJson = ({ log, ...row }: DeliveryWithLog): DeliveryDetailJson => ({
  ...toDeliveryJson(row),
  payload: payloadOf(row),
  log: log.map(toAttemptJson),
});

export const toDeliveryPageJson = ({ deliveries, nextCursor }: DeliveryPage): DeliveryListResponse => ({
  deliveries: deliveries.map(toDeliveryJson),
  ...(nextCursor !== null && { nextCursor }),
});
