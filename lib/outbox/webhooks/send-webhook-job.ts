import { openSealed } from "#platform/crypto/sealed-text.ts";
import { env } from "#platform/env.ts";
import { logFailure } from "#platform/failure-log.ts";
import { type Job, type JobHandler, TryAgain } from "#platform/jobs/worker.ts";
import { countDelivery } from "#platform/metrics/count.ts";
import { AttemptError, failureOf } from "#platform/outgoing/failures.ts";
import { postSafely } from "#platform/outgoing/post-safely.ts";
import { readTarget } from "#platform/outgoing/target.ts";
import {
  type DeliveryAttempt,
  type DeliveryVerdict,
  type DueDelivery,
  findDueDelivery,
  recordAttempt,
  skipDelivery,
} from "./delivery-queries.system.ts";
import { TEST_EVENT } from "./event-types.ts";
import { failureIn, GONE, isSuccess } from "./outcome.ts";
import { payloadOf } from "./payload.ts";
import { signatureHeaders } from "./signature.ts";

const MAY_ASK_TO_WAIT = new Set([429, 503]);
const RESPONSE_KEPT = 4_096;
// About half an hour of attempts: with little traffic, the last failure may be weeks old, and the next one an
// accident.
const TRIES_BEFORE_STOP = 10;

/** Sends a pending row of `webhook_deliveries` to its endpoint. */
export const sendWebhookJob: JobHandler = async (job) => {
  const delivery = await findDueDelivery(job);
  if (!delivery) return undefined;
  // A test event is for finding out, so it's sent to a stopped endpoint too.
  if (delivery.isStopped && delivery.type !== TEST_EVENT) {
    await skipDelivery(job);
    return undefined;
  }
  const attempt = await attemptDelivery(delivery, job.signal);
  const verdict = verdictOf(attempt, { ...job, isTest: delivery.type === TEST_EVENT });
  const result = verdict.status === "pending" ? "retried" : verdict.status;
  countDelivery({ to: "webhook", result, ms: attempt.durationMs });
  await recordAttempt(job, attempt, verdict);
  if (verdict.status === "pending") {
    throw new TryAgain(attempt.error ?? `the endpoint responded with ${attempt.statusCode}`, attempt.retryAfter ?? 0);
  }
  return undefined;
};

type Tried = Pick<Job, "attempt" | "isLast"> & { isTest: boolean };

function verdictOf(attempt: DeliveryAttempt, { attempt: number, isLast, isTest }: Tried): DeliveryVerdict {
  const verdict = { reason: failureIn(attempt)?.detail ?? null, isCounted: true, isTriedLong: false, stop: null };
  if (isSuccess(attempt)) return { ...verdict, status: "delivered" };
  if (attempt.statusCode === GONE) return { ...verdict, status: "failed", stop: "gone" };
  return {
    ...verdict,
    status: isTest || isLast ? "failed" : "pending",
    isCounted: !isTest,
    isTriedLong: number >= TRIES_BEFORE_STOP,
  };
}

function secretsOf({ endpointId, secret, previousSecret }: DueDelivery): string[] {
  const current = openSealed(secret, endpointId);
  if (!current) throw new AttemptError("secret_unreadable");
  const previous = previousSecret && openSealed(previousSecret, endpointId);
  return previous ? [current.text, previous.text] : [current.text];
}

async function attemptDelivery(delivery: DueDelivery, signal: AbortSignal): Promise<DeliveryAttempt> {
  const startedAt = new Date();
  const before = performance.now();
  const requestHeaders: Record<string, string> = {
    "content-type": "application/json",
    "user-agent": "Site-Inbox-Webhooks/1",
  };
  const outcome = { statusCode: null, answer: null, error: null, retryAfter: null };
  const ended = (what: Partial<DeliveryAttempt>): DeliveryAttempt => ({
    startedAt,
    durationMs: Math.round(performance.now() - before),
    requestHeaders,
    ...outcome,
    ...what,
  });
  try {
    const body = payloadOf(delivery);
    Object.assign(
      requestHeaders,
      signatureHeaders(secretsOf(delivery), { id: delivery.id, at: startedAt, payload: body }),
    );
    const target = readTarget(delivery.url, env().OUTBOUND_ALLOWED_HOSTS);
    if (typeof target === "string") throw new AttemptError("target_refused");
    const response = await postSafely(target, { headers: requestHeaders, body }, { signal });
    const retryAfter = MAY_ASK_TO_WAIT.has(response.status) ? response.retryAfter : null;
    return ended({ statusCode: response.status, answer: textOf(response.body), retryAfter });
  } catch (error) {
    // The process is stopping, which says nothing about the endpoint.
    signal.throwIfAborted();
    const failure = failureOf(error);
    if (!failure) logFailure(error, "could not send a webhook", { deliveryId: delivery.id });
    return ended({ error: failure ?? "failed" });
  }
}

/** Returns the start of a response body as text that the database accepts. */
function textOf(body: Buffer): string | null {
  if (body.length === 0) return null;
  const text = new TextDecoder().decode(body.subarray(0, RESPONSE_KEPT));
  return text.replaceAll("\0", "\uFFFD");
}
