import type { JobOfRow } from "#platform/jobs/rows.ts";
import { type Job, type JobHandler, TryAgain } from "#platform/jobs/worker.ts";
import { countDelivery } from "#platform/metrics/count.ts";
import type { SendOutcome } from "../../outbox/channels/channel-kind.ts";
import { sendNotice } from "../../outbox/channels/send-notice.ts";
import { noticeOf } from "./content.ts";
import {
  type DueNotification,
  failNotification,
  findDueNotification,
  recordAccepted,
  recordAttempt,
  recordFailure,
  skipNotification,
} from "./notification-rows.system.ts";

/** Sends a job's notification, postpones it, or records why it's skipped. */
export const sendNotificationJob: JobHandler = async (job) => {
  const row = await findDueNotification(job);
  if (!row) return undefined;
  if ("postponeTo" in row) return row;
  if ("skip" in row) {
    await skipNotification(job, row.skip);
    return undefined;
  }
  await recordAttempt(job);
  const startedAt = performance.now();
  const channel = { id: row.channelId, kind: row.channel, address: row.address };
  const outcome = await sendNotice(channel, noticeOf(row), job.signal);
  // The process is stopping, which says nothing about the receiver.
  if (outcome.status === "retry") job.signal.throwIfAborted();
  const isRetried = outcome.status === "retry" && !job.isLast && row.kind !== "test";
  const result = isRetried ? "retried" : outcome.status === "accepted" ? "sent" : "failed";
  countDelivery({ to: row.channel, result, ms: performance.now() - startedAt });
  await record(job, row, outcome);
  return undefined;
};

async function record(job: Job, { kind }: DueNotification, outcome: SendOutcome): Promise<void> {
  if (outcome.status === "accepted") return recordAccepted(job, outcome);
  const { reason } = outcome;
  // A test is for finding out, so it isn't retried.
  if (outcome.status === "failed" || job.isLast || kind === "test") {
    await failNotification(job, outcome.status === "failed" ? outcome : { reason });
    return;
  }
  await recordFailure(job, reason);
  throw new TryAgain(reason, outcome.afterSeconds);
}

/** Gives up a notification whose last attempt was cut off. */
export async function giveUpNotification(job: JobOfRow): Promise<void> {
  await failNotification(job, { reason: "given_up" });
}
