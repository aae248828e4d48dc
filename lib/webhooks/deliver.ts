import { type JobHandler, TryAgain } from "../jobs/worker.ts";

/** Sends an event that waits in `webhook_deliveries` to its endpoint. */
export const deliverWebhook: JobHandler = async () => {
  throw new TryAgain("webhooks are not sent yet");
};
