import { env } from "#platform/env.ts";
import { endConversationMail } from "../queries/conversation-mail.system.ts";
import type { MailEnd } from "../queries/mail-row.system.ts";
import { claimUnseenMessages, findAlertedOwner } from "../queries/owner-alert.system.ts";
import { nextMailOfSite } from "../queries/site-mails.system.ts";
import { ownerAlertMail } from "../templates/owner-alert.ts";
import { unsubscribeUrl } from "../unsubscribe-link.ts";
import type { Decision } from "./decision.ts";

/** Decides whether and how to notify a site's owner about unread messages. */
export async function decideOwnerAlert(mailId: string, siteId: string): Promise<Decision> {
  const finishForGood = (end: MailEnd) => endConversationMail("owner", mailId, end, { again: false });
  const owner = await findAlertedOwner(siteId);
  if (!owner) return { skip: "The site no longer exists.", finish: finishForGood };
  if (!owner.isConfirmed) return { skip: "Your email isn’t confirmed.", finish: finishForGood };
  if (!owner.isWanted) return { skip: "Emails about this site are turned off.", finish: finishForGood };
  if (owner.waitsUntil) return { postponeTo: owner.waitsUntil };
  const freeAt = await nextMailOfSite(siteId, "owner_alert");
  if (freeAt) return { postponeTo: freeAt };

  const { conversations, count, covered } = await claimUnseenMessages(mailId, siteId);
  const finish = (end: MailEnd) =>
    endConversationMail("owner", mailId, end, {
      covered: end.status === "failed" ? [] : covered,
      again: end.status !== "failed",
    });
  if (count === 0) return { skip: "The messages were seen, or are in another email.", finish };
  const words = ownerAlertMail({
    siteName: owner.siteName,
    conversations,
    count,
    baseUrl: env().BASE_URL,
    unsubscribeUrl: unsubscribeUrl({ kind: "owner", userId: owner.userId, siteId }),
  });
  return { mail: { ...words, id: mailId, to: owner.email }, finish };
}
