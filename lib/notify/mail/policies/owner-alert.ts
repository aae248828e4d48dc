import { workspaceUrl } from "../../../base/access/workspace-url.ts";
import { storePersonsAddress } from "../../../outbox/reply-addresses/addresses.system.ts";
import { endConversationMail } from "../queries/conversation-mail.system.ts";
import type { MailEnd } from "../queries/mail-row.system.ts";
import {
  type AlertedOwner,
  type AlertTo,
  claimUnseenMessages,
  findAlerted,
  type Unseen,
} from "../queries/owner-alert.system.ts";
import { nextMailOfSite } from "../queries/site-mails.system.ts";
import { lookOf } from "../templates/look-of.ts";
import { ownerAlertMail } from "../templates/owner-alert.ts";
import { unsubscribeUrl } from "../unsubscribe-link.ts";
import type { Decision } from "./decision.ts";

/** Decides whether and how to notify a site's owner, or a member of a shared workspace, about unread messages. */
export async function decideAlert(mailId: string, to: AlertTo): Promise<Decision> {
  const side = to.userId === null ? "owner" : "member";
  const finishForGood = (end: MailEnd) => endConversationMail(side, mailId, end, { again: false });
  const person = await findAlerted(to);
  if (!person) return { skip: "The site no longer exists, or you no longer have access to it.", finish: finishForGood };
  if (!person.isConfirmed) return { skip: "Your email isn’t confirmed.", finish: finishForGood };
  if (person.isBounced) return { skip: "Emails to your address come back.", finish: finishForGood };
  if (!person.isWanted) return { skip: "Emails about this site are turned off.", finish: finishForGood };
  if (person.waitsUntil) return { postponeTo: person.waitsUntil };
  const freeAt = await nextMailOfSite(
    to.siteId,
    side === "owner" ? { kind: "owner_alert" } : { kind: "member_alert", userId: to.userId },
  );
  if (freeAt) return { postponeTo: freeAt };

  const { conversations, count, covered } = await claimUnseenMessages(mailId, to);
  const finish = (end: MailEnd) =>
    endConversationMail(side, mailId, end, {
      covered: end.status === "failed" ? [] : covered,
      again: end.status !== "failed",
    });
  if (count === 0) return { skip: "The messages were seen, or are in another email.", finish };
  const words = ownerAlertMail({
    siteName: person.siteName,
    look: lookOf(person.accentColor, person.timeZone),
    ...(await withReplyAddresses(mailId, person, { conversations, count })),
    count,
    inboxUrl: workspaceUrl(person.workspaceId, "/inbox"),
    unsubscribeUrl: unsubscribeUrl({ kind: "owner", userId: person.userId, siteId: to.siteId }),
  });
  return { mail: { ...words, id: mailId, to: person.email }, finish };
}

/** Gives each conversation of an alert the address that its visitor is reached at, and the alert its own. */
async function withReplyAddresses(
  mailId: string,
  { userId, email }: AlertedOwner,
  { conversations, count }: Pick<Unseen, "conversations" | "count">,
) {
  const addressOf = (conversationId: string | null, seenSeq: number) =>
    storePersonsAddress({ mailId, conversationId, userId, email, seenSeq });
  const answerable = [];
  for (const conversation of conversations) {
    answerable.push({ ...conversation, replyTo: await addressOf(conversation.id, conversation.coveredTo) });
  }
  return {
    conversations: answerable,
    // To several, a reply as a whole is refused.
    replyTo: count === 1 ? (answerable[0]?.replyTo ?? null) : await addressOf(null, 0),
  };
}
