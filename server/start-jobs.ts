import { type JobHandlers, startJobWorker } from "#lib/jobs/worker.ts";
import { deliverMail, giveUpMail } from "#lib/mail/deliver.ts";
import { closeMail } from "#lib/mail/transport.ts";
import { deliverWebhook } from "#lib/webhooks/deliver.ts";

const HANDLERS: JobHandlers = { mail: deliverMail, webhook: deliverWebhook };

/** Carries out jobs in this process until it is stopped. */
export function startJobs(): { stop(): Promise<void> } {
  const jobs = startJobWorker(HANDLERS, { mail: giveUpMail });
  return {
    async stop() {
      await jobs.stop();
      closeMail();
    },
  };
}
