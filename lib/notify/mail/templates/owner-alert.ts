import { catalog, plural } from "#platform/catalog.ts";
import { headerLine } from "#platform/mail/header-rules.ts";
import type { MailBlock, MailContent, MailLook } from "#platform/mail/message.ts";
import { historyBlocks, type QuotedMessage, quoteOf, shortened } from "./quoted-message.ts";

export type UnseenConversation = {
  id: string;
  visitorName: string | null;
  visitorEmail: string | null;
  /** The page the conversation was started on. */
  pageUrl: string | null;
  /** The first unread messages, oldest first. */
  messages: QuotedMessage[];
  /** The total number of unread messages. */
  count: number;
  /** The last messages of both sides before them, oldest first. Only if the email is about this conversation alone. */
  history?: (QuotedMessage & { senderType: "visitor" | "owner" })[];
  /** Where an email reaches the visitor. Null if none does. */
  replyTo: string | null;
};

type Alert = {
  siteName: string;
  look: MailLook;
  conversations: UnseenConversation[];
  /** The total number of conversations. */
  count: number;
  /** The address of the workspace's inbox. */
  inboxUrl: string;
  unsubscribeUrl: string;
  /** Where a reply is read. Null if none is. */
  replyTo: string | null;
};

const copy = catalog("owner-alert-mail", {
  visitor: "A visitor",
  visitorFrom: (page: string) => `Visitor from ${page}`,
  subject: (visitor: string, site: string) => `${visitor} sent a message on ${site}`,
  subjectOfMany: (count: number, site: string) =>
    `${plural(count, { one: "1 unread conversation", other: "# unread conversations" })} on ${site}`,
  more: (count: number, url: string) =>
    plural(count, {
      one: `1 more unread conversation is in your inbox: ${url}`,
      other: `# more unread conversations are in your inbox: ${url}`,
    }),
  moreMessages: (count: number) => plural(count, { one: "And 1 more message.", other: "And # more messages." }),
  open: "Open conversation",
  history: "Earlier in this conversation",
  canReply: (visitor: string) => `Reply to this email, and your reply is sent straight to ${visitor}.`,
  replyTo: (visitor: string) => `reply to ${visitor} by email`,
  or: "Or",
  again: (subject: string) => `Re: ${subject}`,
  several: "This email is about several conversations. To reply by email, use the link below the one that you mean.",
  noReply: "Replies to this email aren’t read. Reply in your inbox.",
  why: (site: string) => `You get this because messages on ${site} are unread.`,
  unsubscribe: "Unsubscribe from emails about this site",
});

/** How an email begins that a person can reply to. */
export const replySentence = (visitor: string) => copy.canReply(visitor);

/** That sentence, up to the visitor's name. In a reply, the quote has begun where it is. */
export const REPLY_GOES_TO = copy.canReply("");

/** The sentences of such an email that a reply mustn't contain. */
export const ALERT_SENTENCES = [copy.several, copy.noReply, copy.history, copy.unsubscribe, copy.open];

const NAME_MAX = 60;

type Named = Pick<UnseenConversation, "visitorName" | "visitorEmail" | "pageUrl">;

/** What an email to the team calls a visitor. */
export const nameOf = ({ visitorName, visitorEmail, pageUrl }: Named) =>
  headerLine(visitorName ?? visitorEmail ?? visitorOf(pageUrl), NAME_MAX);

function visitorOf(pageUrl: string | null): string {
  const page = pageUrl === null ? null : URL.parse(pageUrl);
  return page ? copy.visitorFrom(page.pathname) : copy.visitor;
}

/** Notifies an owner about unread messages on one site. */
export function ownerAlertMail(alert: Alert): MailContent {
  const { siteName, look, conversations, count, inboxUrl, unsubscribeUrl, replyTo } = alert;
  const [first] = conversations;
  const site = headerLine(siteName, NAME_MAX);
  const isOne = count === 1 && first !== undefined;
  const subject = isOne ? copy.subject(nameOf(first), site) : copy.subjectOfMany(count, site);
  return {
    subject,
    look,
    ...(isOne && { thread: first.id }),
    unsubscribeUrl,
    ...(replyTo !== null && { replyTo }),
    blocks: [
      ...(replyTo === null ? [] : [paragraph(isOne ? copy.canReply(nameOf(first)) : copy.several)]),
      ...conversations.flatMap((conversation) => conversationBlocks(conversation, { inboxUrl, isOne, site })),
      ...(count > conversations.length ? [paragraph(copy.more(count - conversations.length, inboxUrl))] : []),
      ...(replyTo === null ? [{ kind: "small" as const, text: copy.noReply }] : []),
      {
        kind: "small",
        text: copy.why(site),
        link: { label: copy.unsubscribe, url: pageOf(unsubscribeUrl) },
      },
      ...(isOne
        ? historyBlocks(copy.history, first.history ?? [], ({ senderType, senderName, createdAt }) => ({
            by: senderType === "visitor" ? nameOf(first) : headerLine(senderName ?? site, NAME_MAX),
            at: createdAt,
          }))
        : []),
    ],
  };
}

const paragraph = (text: string): MailBlock => ({ kind: "paragraph", text });

type Shown = { inboxUrl: string; isOne: boolean; site: string };

function conversationBlocks(conversation: UnseenConversation, { inboxUrl, isOne, site }: Shown): MailBlock[] {
  const { replyTo } = conversation;
  const name = nameOf(conversation);
  const left = conversation.count - conversation.messages.length;
  return [
    ...(isOne ? [] : [{ kind: "heading" as const, text: name }]),
    ...conversation.messages.map((message) => ({
      kind: "quote" as const,
      by: name,
      at: message.createdAt,
      ...quoteOf(message, shortened),
    })),
    ...(left > 0 ? [paragraph(copy.moreMessages(left))] : []),
    { kind: "button", label: copy.open, url: `${inboxUrl}/${conversation.id}` },
    ...(isOne || replyTo === null
      ? []
      : [
          {
            kind: "small" as const,
            text: copy.or,
            link: {
              label: copy.replyTo(name),
              url: `mailto:${replyTo}?subject=${encodeURIComponent(copy.again(copy.subject(name, site)))}`,
            },
          },
        ]),
  ];
}

/** The page at the URL that mail programs send their request to. */
export const pageOf = (unsubscribeUrl: string) => unsubscribeUrl.replace("/mail/unsubscribe/", "/unsubscribe#");
