import { countReplyMail } from "../queries/account-mail-counts.system.ts";
import { nextMailOfSite } from "../queries/site-mails.system.ts";

type Mailed = { email: string | null; isWanted: boolean; isConfirmed: boolean; isBounced: boolean };

/** Returns the address that a visitor is emailed at, or why they aren't. */
export function addressOf({ email, isWanted, isConfirmed, isBounced }: Mailed): { to: string } | { reason: string } {
  if (email === null) return { reason: "The visitor hasn’t left an email." };
  if (!isWanted) return { reason: "Emails are turned off by the visitor or the site, or the visitor is blocked." };
  if (isBounced) return { reason: "Emails to the visitor’s address come back." };
  // Otherwise anyone who signs up could send email to any address, by entering it in a chat of their own.
  if (!isConfirmed) return { reason: "Your email isn’t confirmed. Visitors aren’t emailed until it is." };
  return { to: email };
}

/** Counts an email that a visitor gets now. Returns when it may be sent instead, if there were too many. */
export async function countVisitorMail(
  kind: "visitor_rating" | "transcript" | "confirm_transcript",
  { siteId, attempts }: { siteId: string; attempts: number },
  email: string,
): Promise<Date | null> {
  const freeAt = await nextMailOfSite(siteId, { kind });
  if (freeAt) return freeAt;
  // A retry was counted with the first attempt.
  return attempts === 0 ? countReplyMail(email) : null;
}
