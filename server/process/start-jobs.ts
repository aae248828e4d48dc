import { personOfBulkChange } from "#gate/bulk-change.ts";
import { ownerOfMailReply } from "#gate/mail-reply.ts";
import { ownerOfScheduledReply } from "#gate/scheduled-reply.ts";
import { ownerOfTelegramReply } from "#gate/telegram-reply.ts";
import { visitorOfConversation } from "#gate/visitor-of-conversation.ts";
import { startSealingAgain } from "#lib/base/sealing/seal-again.system.ts";
import { startTakingTurns } from "#lib/desk/assignment/round-robin.system.ts";
import { startSendingAwayTexts } from "#lib/desk/away-texts/send.system.ts";
import { startBulkChanges } from "#lib/desk/bulk-changes/run.system.ts";
import { startReleasing } from "#lib/desk/scheduled-replies/release.system.ts";
import { startWaking } from "#lib/desk/triage/wake.system.ts";
import { startRemovingFiles } from "#lib/files/files/stored-contents.system.ts";
import { startDrawingThumbnails } from "#lib/files/files/thumbnails.system.ts";
import { startPlanningDigests } from "#lib/notify/mail/plan-digests.system.ts";
import { giveUpMail, mailJob } from "#lib/notify/mail/send-mail-job.ts";
import { isMailboxOn } from "#lib/notify/mail-in/mailbox.system.ts";
import { startReadingMailbox } from "#lib/notify/mail-in/read-mailbox.ts";
import { receiveMailJob } from "#lib/notify/mail-in/receive-mail-job.ts";
import { giveUpReceived } from "#lib/notify/mail-in/received.system.ts";
import { startNotifying } from "#lib/notify/notifications/plan-alerts.system.ts";
import { giveUpNotification, sendNotificationJob } from "#lib/notify/notifications/send-notification-job.ts";
import { startPolling } from "#lib/notify/telegram/poll-updates.ts";
import { startReacting } from "#lib/notify/telegram/reactions.system.ts";
import { sendWebhookJob } from "#lib/outbox/webhooks/send-webhook-job.ts";
import { startTurningSites } from "#lib/sites/hours/turn.system.ts";
import { logFailure } from "#platform/failure-log.ts";
import { type JobHandlers, startJobWorker } from "#platform/jobs/worker.ts";
import { log } from "#platform/log.ts";
import { closeMail, isMailOn, MailRefused, verifyTransport } from "#platform/mail/transport.ts";
import { isTelegramOn } from "#platform/telegram/bot-api.ts";
import { startBackups } from "../backup/schedule-backups.ts";

const HANDLERS: JobHandlers = {
  mail: mailJob(visitorOfConversation),
  webhook: sendWebhookJob,
  notification: sendNotificationJob,
  inbound: receiveMailJob({ visitor: visitorOfConversation, person: ownerOfMailReply }),
};

// At start, before the first email waits for it.
async function warnOfWrongMailServer(): Promise<void> {
  try {
    await verifyTransport();
  } catch (error) {
    if (error instanceof MailRefused)
      log().warn({ reason: error.message }, "the mail server refused the connection check");
    else logFailure(error, "could not check the mail server");
  }
}

/**
 * Runs jobs, decides who is notified, wakes snoozed conversations, makes bulk changes, sends scheduled replies, assigns conversations by
 * round robin, opens and closes sites by their hours, sends away texts and daily emails, removes deleted files, draws thumbnails, seals again what the previous secret sealed,
 * makes backups, and receives replies from Telegram and from the mailbox, until it's stopped.
 */
export function startJobs(): { stop(): Promise<void> } {
  if (isMailOn()) void warnOfWrongMailServer();
  const jobs = startJobWorker(HANDLERS, {
    mail: giveUpMail,
    notification: giveUpNotification,
    inbound: giveUpReceived,
  });
  const stopping = new AbortController();
  const { signal } = stopping;
  const loops = [
    startSealingAgain,
    startWaking,
    startNotifying,
    startTakingTurns,
    startTurningSites,
    startSendingAwayTexts,
    startRemovingFiles,
    startDrawingThumbnails,
    startBackups,
  ].map((start) => start(signal));
  loops.push(startBulkChanges(personOfBulkChange, signal));
  loops.push(startReleasing(ownerOfScheduledReply, signal));
  if (isMailOn()) loops.push(startPlanningDigests(signal));
  if (isTelegramOn()) loops.push(startPolling(ownerOfTelegramReply, signal), startReacting(signal));
  if (isMailboxOn()) loops.push(startReadingMailbox(signal));
  return {
    async stop() {
      stopping.abort();
      await Promise.all([jobs.stop(), ...loops]);
      closeMail();
    },
  };
}
