import { type JobHandler, TryAgain } from "../jobs/worker.ts";

/** Sends a mail that waits in `mails`. */
export const deliverMail: JobHandler = async () => {
  throw new TryAgain("mail is not sent yet");
};
