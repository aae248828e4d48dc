import { type JobHandlers, startJobWorker } from "#lib/jobs/worker.ts";
import { deliverMail, giveUpMail } from "#lib/mail/deliver.ts";
import { deliverWebhook } from "#lib/webhooks/deliver.ts";

const HANDLERS: JobHandlers = { mail: deliverMail, webhook: deliverWebhook };

/** Carries out jobs in this process until it is stopped. */
export const startJobs = () => startJobWorker(HANDLERS, { mail: giveUpMail });
