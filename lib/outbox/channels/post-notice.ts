import { env } from "#platform/env.ts";
import { logFailure } from "#platform/failure-log.ts";
import { failureOf } from "#platform/outgoing/failures.ts";
import { type PostResponse, postSafely } from "#platform/outgoing/post-safely.ts";
import { readTarget } from "#platform/outgoing/target.ts";
import type { SendOutcome } from "./channel-kind.ts";
import type { ReasonCode } from "./reasons.ts";

/** A receiver that takes longer would hold up other people's notifications. */
const TIME_MS = 5_000;

type Request = { headers: Record<string, string>; body: string | Buffer };
type Bounds = { timeMs?: number; nameServers?: readonly string[] };

/**
 * Posts a notice to an address that a person entered or that a browser registered, if it's still allowed and still
 * public. Throws only if the process stops.
 */
export async function postNotice(
  url: string,
  { headers, body }: Request,
  signal: AbortSignal,
  bounds: Bounds = {},
): Promise<SendOutcome> {
  const target = readTarget(url, env().OUTBOUND_ALLOWED_HOSTS);
  if (typeof target === "string") return { status: "failed", reason: "target_refused" };
  try {
    const sent = { "user-agent": "Site-Inbox-Notifications/1", ...headers };
    return outcomeOf(await postSafely(target, { headers: sent, body }, { signal, timeMs: TIME_MS, ...bounds }));
  } catch (error) {
    // The process is stopping, which says nothing about the receiver.
    signal.throwIfAborted();
    const failure = failureOf(error);
    if (failure === "host_not_public") return { status: "failed", reason: failure };
    if (!failure) logFailure(error, "could not send a notification");
    return { status: "retry", reason: "unreachable" };
  }
}

/** Posts a notice as JSON. */
export const postJson = (url: string, payload: object, signal: AbortSignal): Promise<SendOutcome> =>
  postNotice(url, { headers: { "content-type": "application/json" }, body: JSON.stringify(payload) }, signal);

/** Returns what a response means for a notification and for its channel. */
export function outcomeOf({ status, retryAfter }: Pick<PostResponse, "status" | "retryAfter">): SendOutcome {
  if (status >= 200 && status < 300) return { status: "accepted" };
  if (status >= 300 && status < 400) return { status: "failed", reason: "redirected" };
  if (status === 404 || status === 410) return { status: "failed", reason: "gone", stops: "gone" };
  const reason = TEMPORARY[status] ?? (status >= 500 ? "server_error" : null);
  if (!reason) return { status: "failed", reason: "refused" };
  return { status: "retry", reason, ...(retryAfter !== null && { afterSeconds: retryAfter }) };
}

const TEMPORARY: Record<number, ReasonCode> = { 408: "server_error", 425: "server_error", 429: "rate_limited" };
