import { query } from "#platform/database/database.ts";
import { isMailOn, MailRefused, verifyTransport } from "#platform/mail/transport.ts";
import { Prisma } from "#prisma-client";
import type { Check } from "../check.ts";
import { reasonOf } from "../words.ts";

const RETRIED_MAX = 3;
const ADVICE = "Check SMTP_URL and MAIL_FROM, and ask your mail provider. Queued email is sent once it works.";

/** Whether the mail server takes email. It's asked only if nothing was sent of late, because providers count logins. */
export const mail: Check = {
  name: "mail",
  everySeconds: 900,
  by: "jobs",
  isOfSettings: true,
  async find() {
    if (!isMailOn()) return { state: "off", says: "No email is sent: no mail server is set (SMTP_URL)." };
    const { retried, isSentLately, isSentSince } = await readMails();
    if (isSentLately) return { state: "good", says: "The mail server accepts email." };
    try {
      await verifyTransport();
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error;
      return { state: "failing", says: `Email can't be sent. ${reasonOf(error)}.`, todo: ADVICE };
    }
    // Anyone can enter addresses that no server accepts.
    if (retried >= RETRIED_MAX && !isSentSince)
      return {
        state: "warning",
        says: `${retried} emails wait to be tried again, and none has been sent since.`,
        todo: ADVICE,
      };
    return { state: "good", says: "The mail server accepts the service's login." };
  },
};

type Mails = { retried: number; isSentLately: boolean; isSentSince: boolean };

async function readMails(): Promise<Mails> {
  const [row] = await query<Mails>(Prisma.sql`
    SELECT retried.count AS retried,
      coalesce(sent.at > now() - interval '15 minutes', false) AS "isSentLately",
      coalesce(sent.at > retried.at, false) AS "isSentSince"
    FROM (
      SELECT count(*)::int AS count, min(updated_at) AS at FROM mails WHERE status = 'pending' AND reason IS NOT NULL
    ) retried, (
      SELECT max(sent_at) AS at FROM mails WHERE status = 'sent' AND created_at > now() - interval '2 days'
    ) sent`);
  if (!row) throw new Error("an aggregate has a row");
  return row;
}
