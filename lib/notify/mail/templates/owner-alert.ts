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
  noReply: "Replies to this email aren’t read. Reply in your inbox.",
  why: (site: string) => `You get this because messages on ${site} are unread.`,
  unsubscribe: "Unsubscribe from emails about this site",
});

const NAME_MAX = 60;

const nameOf = ({ visitorName, visitorEmail, pageUrl }: UnseenConversation) =>
  headerLine(visitorName ?? visitorEmail ?? visitorOf(pageUrl), NAME_MAX);

function visitorOf(pageUrl: string | null): string {
  const page = pageUrl === null ? null : URL.parse(pageUrl);
  return page ? copy.visitorFrom(page.pathname) : copy.visitor;
}

/** Notifies an owner about unread messages on one site. */
export function ownerAlertMail({ siteName, look, conversations, count, inboxUrl, unsubscribeUrl }: Alert): MailContent {
  const [first] = conversations;
  const site = headerLine(siteName, NAME_MAX);
  const isOne = count === 1 && first !== undefined;
  const subject = isOne ? copy.subject(nameOf(first), site) : copy.subjectOfMany(count, site);
  return {
    subject,
    look,
    ...(isOne && { thread: first.id }),
    unsubscribeUrl,
    blocks: [
      ...conversations.flatMap((conversation) => conversationBlocks(conversation, inboxUrl, isOne)),
      ...(count > conversations.length ? [paragraph(copy.more(count - conversations.length, inboxUrl))] : []),
      { kind: "small", text: copy.noReply },
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

function conversationBlocks(conversation: UnseenConversation, inboxUrl: string, isOne: boolean): MailBlock[] {
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
  ];
}

/** The page at the URL that mail programs send their request to. */
export const pageOf = (unsubscribeUrl: string) => unsubscribeUrl.replace("/mail/unsubscribe/", "/unsubscribe#");
