import { catalog, plural } from "#platform/catalog.ts";
import { headerLine } from "#platform/mail/header-rules.ts";
import type { MailBlock, MailContent, MailLook } from "#platform/mail/message.ts";
import { pageOf } from "./owner-alert.ts";
import { historyBlocks, type QuotedMessage, quoteOf } from "./quoted-message.ts";

type Replies = {
  conversationId: string;
  siteName: string;
  look: MailLook;
  /** The site's own host, if it has one. */
  siteHost: string | null;
  messages: QuotedMessage[];
  /** The total number of unread replies. */
  count: number;
  /** The last messages before them, oldest first: only the team's, since the address may be someone else's. */
  history: QuotedMessage[];
  /** The Message-IDs of the earlier emails of this conversation. */
  earlier: readonly string[];
  /** The link back into the conversation. Null for a verified visitor, who logs in on the site. */
  chatUrl: string | null;
  unsubscribeUrl: string;
  /** Where a reply by email is read. Null if it isn't. */
  replyTo: string | null;
};

const copy = catalog("visitor-reply-mail", {
  subject: (site: string) => `${site} replied to your message`,
  intro: (site: string, count: number) =>
    `You sent a message to ${site}. ${plural(count, { one: "Here’s the reply.", other: "Here are the replies." })}`,
  moreMessages: (count: number) =>
    plural(count, { one: "And 1 more message in the chat.", other: "And # more messages in the chat." }),
  continue: "Continue the conversation",
  linkHint:
    "The link opens the chat once, in one browser, within 7 days. Don’t forward it: it shows your conversation.",
  openOn: (place: string) =>
    `To continue, open the chat on ${place}. Your conversation is there when you’re logged in.`,
  openOnSite: (site: string) =>
    `To continue, open the chat on the pages of ${site}. Your conversation is there when you’re logged in.`,
  goTo: (host: string) => `Go to ${host}`,
  again: (subject: string) => `Re: ${subject}`,
  history: "Earlier in this conversation",
  noReply: "Replies to this email aren’t read. Reply in the chat.",
  why: (site: string) => `You get this because you left your email in the chat of ${site}.`,
  unsubscribe: "Unsubscribe from emails about this chat",
  canReply: "You can reply to this email. Please write above this line.",
});

/** What an email begins with if replies to it are read. In a reply, the quote has begun where it is. */
export const REPLY_ABOVE = copy.canReply;

/** Notifies a visitor about replies that they haven't seen. */
export function visitorReplyMail(replies: Replies): MailContent {
  const site = headerLine(replies.siteName, 60);
  const left = replies.count - replies.messages.length;
  const subject = copy.subject(site);
  const contentOf = (message: QuotedMessage) => ({
    by: message.senderName ? headerLine(message.senderName, 60) : site,
    at: message.createdAt,
  });
  return {
    // Mail programs only group emails with the same subject.
    subject: replies.earlier.length > 0 ? copy.again(subject) : subject,
    fromName: site,
    look: replies.look,
    thread: replies.conversationId,
    earlier: replies.earlier,
    unsubscribeUrl: replies.unsubscribeUrl,
    ...(replies.replyTo !== null && { replyTo: replies.replyTo }),
    blocks: [
      ...(replies.replyTo === null ? [] : [paragraph(REPLY_ABOVE)]),
      paragraph(copy.intro(site, replies.count)),
      ...replies.messages.map((message) => ({
        kind: "message" as const,
        ...contentOf(message),
        ...quoteOf(message),
      })),
      ...(left > 0 ? [paragraph(copy.moreMessages(left))] : []),
      ...wayBack(replies, site),
      ...(replies.replyTo === null ? [{ kind: "small" as const, text: copy.noReply }] : []),
      {
        kind: "small",
        text: copy.why(site),
        link: { label: copy.unsubscribe, url: pageOf(replies.unsubscribeUrl) },
      },
      ...historyBlocks(copy.history, replies.history, (message) => ({ ...contentOf(message), hasLinks: true })),
    ],
  };
}

const paragraph = (text: string): MailBlock => ({ kind: "paragraph", text });

function wayBack({ chatUrl, siteHost }: Replies, site: string): MailBlock[] {
  if (chatUrl) {
    return [
      { kind: "button", label: copy.continue, url: chatUrl },
      { kind: "small", text: copy.linkHint },
    ];
  }
  if (!siteHost) return [paragraph(copy.openOnSite(site))];
  return [
    paragraph(copy.openOn(siteHost)),
    { kind: "button", label: copy.goTo(siteHost), url: `https://${siteHost}/` },
  ];
}
