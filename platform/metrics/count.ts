import { processWide } from "../process-wide.ts";
import type { Metrics } from "./metrics.ts";
import { noteTraffic } from "./traffic.ts";

const counting = processWide("metrics", (): { metrics?: Metrics } => ({}))();

/** Starts counting. Before that, or without METRICS_TOKEN, counting does nothing. */
export function startCounting(metrics: Metrics): void {
  counting.metrics = metrics;
}

/** Returns this process's metrics, or undefined if it doesn't count. */
export const currentMetrics = (): Metrics | undefined => counting.metrics;

/** Counts a response. `route` is its route's pattern, not its path. */
export function countResponse(request: { method: string; route: string; status: string; ms: number }): void {
  const { method, route, status, ms } = request;
  counting.metrics?.requests.observe({ method, route, status }, ms / 1000);
}

/** Counts an error response, and the limit if one was reached. */
export function countProblem(code: string, limit: string | undefined): void {
  counting.metrics?.problems.inc({ code });
  if (limit === undefined) return;
  counting.metrics?.limits.inc({ limit });
  noteTraffic(`limit ${limit}`);
}

export function countChange(kind: string): void {
  counting.metrics?.changes.inc({ kind });
}

/** Counts an upload by what came of it: `stored` with its bytes, or why it was refused. */
export function countUpload(result: string, bytes = 0): void {
  counting.metrics?.uploads.inc({ result });
  counting.metrics?.uploadedBytes.inc(bytes);
}

/** Counts a try to make thumbnails: `failed` if the picture can't be decoded, `unavailable` if the storage or the host failed. */
export function countThumbnails(result: "made" | "failed" | "unavailable"): void {
  counting.metrics?.thumbnails.inc({ result });
}

/** Counts a file that was sent to the virus scanner. */
export function countScan(result: "clean" | "infected" | "unavailable"): void {
  counting.metrics?.scans.inc({ result });
}

/** Counts a failure of the storage of files. */
export function countStorageFailure(failure: string): void {
  counting.metrics?.storageFailures.inc({ failure });
}

/** Counts conversations whose snoozing ended on time. */
export function countWoken(count: number): void {
  counting.metrics?.woken.inc(count);
}

/** Counts a received email by how it came, `imap` or `post`: `stored`, `duplicate`, `failed`, or why it was refused. */
export function countReceivedMail(source: string, outcome: string): void {
  counting.metrics?.receivedMails.inc({ source, outcome });
}

/** Notes how many seconds after its arrival an email became a message. */
export function measureInbound(source: string, seconds: number): void {
  counting.metrics?.inboundDelay.observe({ source }, seconds);
}

/** Counts a report that an email couldn't be delivered: its address was `marked`, or not (`noted`), or it said nothing new. */
export function countBounce(outcome: "marked" | "noted" | "repeated" | "unmatched"): void {
  counting.metrics?.bounces.inc({ outcome });
}

/** Counts an away text that a visitor was sent. */
export function countAwayText(): void {
  counting.metrics?.awayTexts.inc();
}

/** Counts a visitor's rating, or a change of it. */
export function countRating(via: "widget" | "email"): void {
  counting.metrics?.ratings.inc({ via });
}

export function countAutoClosed(count: number): void {
  counting.metrics?.autoClosed.inc(count);
}

/** Counts a change of who a conversation is assigned to, or a take that someone else was faster at (`lost`). */
export function countAssignment(how: "claim" | "assign" | "unassign" | "lost" | "turn" | "given_back"): void {
  counting.metrics?.assignments.inc({ how });
}

export type SecondFactorResult = "accepted" | "recovery" | "wrong" | "used" | "clock" | "unreadable" | "limited";

/** Counts a code of two-factor login. */
export function countSecondFactor(result: SecondFactorResult): void {
  counting.metrics?.secondFactors.inc({ result });
}

/** Counts what came of a login through the OpenID Connect provider: `begun`, or how it ended. */
export function countOidc(result: string): void {
  counting.metrics?.oidcLogins.inc({ result });
}

/** Counts something refused because a colleague wrote meanwhile: through a session, an API key or Telegram. */
export function countStaleReply(via: string): void {
  counting.metrics?.staleReplies.inc({ via });
}

/** Counts notifications of one channel that were planned with the same status. */
export function countPlanned({ channel, status, count }: { channel: string; status: string; count: number }): void {
  counting.metrics?.notifications.inc({ channel, status }, count);
}

/** Counts an email handed to its server, a webhook or notification with a response, or changes written to streams. */
export function countDelivery(delivery: { to: string; result: string; ms: number }): void {
  const { to, result, ms } = delivery;
  counting.metrics?.deliveries.observe({ to, result }, ms / 1000);
}

export type JobOutcome = "done" | "postponed" | "failed";

export function countJob({ queue, outcome, ms }: { queue: string; outcome: JobOutcome; ms: number }): void {
  counting.metrics?.jobs.observe({ queue, outcome }, ms / 1000);
}

/** Runs a statement, and counts it with its outcome. */
export async function countStatement<T>(run: () => Promise<T>, stateOf: (error: unknown) => string | undefined) {
  const { metrics } = counting;
  if (!metrics) return run();
  const started = performance.now();
  try {
    return await run();
  } catch (error) {
    metrics.statementFailures.inc({ sqlstate: stateOf(error) ?? "none" });
    throw error;
  } finally {
    metrics.statements.observe((performance.now() - started) / 1000);
  }
}
