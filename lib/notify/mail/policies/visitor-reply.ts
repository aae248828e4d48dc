import { env } from "#platform/env.ts";
import { storeReplyAddress } from "../../../outbox/reply-addresses/addresses.system.ts";
import { hostOfDomain } from "../../../sites/sites/domain.ts";
import { storeOneTimeLink } from "../one-time-links.system.ts";
import { countReplyMail } from "../queries/account-mail-counts.system.ts";
import { endConversationMail } from "../queries/conversation-mail.system.ts";
import type { MailEnd } from "../queries/mail-row.system.ts";
import { nextMailOfSite } from "../queries/site-mails.system.ts";
import { listEarlierReplies, listThread } from "../queries/thread.system.ts";
import { claimUnseenReplies, releaseUnseenReplies } from "../queries/visitor-reply.system.ts";
import { lookOf } from "../templates/look-of.ts";
import { visitorReplyMail } from "../templates/visitor-reply.ts";
import { unsubscribeUrl } from "../unsubscribe-link.ts";
import type { Decision } from "./decision.ts";
import { addressOf } from "./mailed-visitor.ts";

type ConversationRef = { siteId: string; conversationId: string };

/** Decides whether and how to notify a visitor about unread replies. */
export async function decideVisitorReply(
  mailId: string,
  { siteId, conversationId }: ConversationRef,
): Promise<Decision> {
  const freeAt = await nextMailOfSite(siteId, { kind: "visitor_answer" });
  if (freeAt) return { postponeTo: freeAt };
  const unseen = await claimUnseenReplies(mailId);
  const coveredTo = unseen?.coveredTo ?? 0;
  const finish = (end: MailEnd) =>
    endConversationMail("visitor", mailId, end, {
      covered: end.status === "sent" ? [{ conversationId, seq: coveredTo, isContained: true }] : [],
      again: end.status !== "failed" && unseen !== null && !("reason" in addressOf(unseen)),
    });
  if (!unseen) return { skip: "The conversation no longer exists.", finish };
  const address = addressOf(unseen);
  if ("reason" in address) return { skip: address.reason, finish };
  const { to } = address;
  if (unseen.count === 0) return { skip: "The replies were seen.", finish };

  // A retry was counted with the first attempt.
  const recipientFreeAt = unseen.attempts === 0 ? await countReplyMail(to) : null;
  if (recipientFreeAt) {
    await releaseUnseenReplies(mailId);
    return { postponeTo: recipientFreeAt };
  }

  const { visitorId, siteName, accentColor, timeZone, domain, messages, count } = unseen;
  const words = visitorReplyMail({
    conversationId,
    siteName,
    look: lookOf(accentColor, timeZone),
    siteHost: hostOfDomain(domain),
    messages,
    count,
    history: await listEarlierReplies(
      { id: conversationId, from: unseen.from },
      { email: to, isConfirmed: unseen.isConfirmedVisitor },
    ),
    earlier: await listThread(conversationId),
    chatUrl: unseen.isVerified ? null : await chatUrl(mailId, { ...unseen, email: to }),
    unsubscribeUrl: unsubscribeUrl({ kind: "visitor", visitorId }),
    replyTo: await storeReplyAddress({
      mailId,
      conversationId,
      email: to,
      seenFrom: unseen.from ?? coveredTo,
      seenSeq: coveredTo,
    }),
  });
  return { mail: { ...words, id: mailId, to }, finish };
}

async function chatUrl(
  mailId: string,
  { visitorId, siteKey, email }: { visitorId: string; siteKey: string; email: string },
): Promise<string> {
  const token = await storeOneTimeLink({ mailId, kind: "chat", visitorId, email });
  return `${env().BASE_URL}/chat?site=${siteKey}#${token}`;
}
