import { headerLine } from "#platform/mail/header-rules.ts";
import type { MailBlock, MailWords } from "#platform/mail/message.ts";
import { cutText } from "#platform/text.ts";

export type UnseenConversation = {
  id: string;
  visitorName: string | null;
  visitorEmail: string | null;
  /** The first unseen messages, the oldest first. */
  messages: { body: string; createdAt: Date }[];
  /** How many there are in all. */
  count: number;
};

type Alert = {
  siteName: string;
  conversations: UnseenConversation[];
  /** How many conversations there are in all. */
  count: number;
  baseUrl: string;
  unsubscribeUrl: string;
};

const NAME_MAX = 60;
const BODY_MAX = 1_000;

const nameOf = ({ visitorName, visitorEmail }: UnseenConversation) =>
  headerLine(visitorName ?? visitorEmail ?? "A visitor", NAME_MAX);

const inboxUrl = (baseUrl: string, { id }: UnseenConversation) => `${baseUrl}/inbox/${id}`;

/** What an owner is told of messages on one site that nobody has seen. */
export function ownerAlertWords({ siteName, conversations, count, baseUrl, unsubscribeUrl }: Alert): MailWords {
  const [first] = conversations;
  const site = headerLine(siteName, NAME_MAX);
  const isOne = count === 1 && first !== undefined;
  const subject = isOne ? `${nameOf(first)} wrote on ${site}` : `${count} conversations wait on ${site}`;
  return {
    subject,
    ...(isOne && { thread: first.id }),
    unsubscribeUrl,
    blocks: [
      ...conversations.flatMap((conversation) => conversationBlocks(conversation, baseUrl, isOne)),
      ...(count > conversations.length ? [more(count - conversations.length, baseUrl)] : []),
      { kind: "small", text: "Answers to this mail are not read. Write back in the inbox." },
      {
        kind: "small",
        text: `You get this because messages on ${site} went unseen.`,
        link: { label: "No more mails about this site", url: pageOf(unsubscribeUrl) },
      },
    ],
  };
}

const paragraph = (text: string): MailBlock => ({ kind: "paragraph", text });

const more = (count: number, baseUrl: string): MailBlock =>
  paragraph(
    `${count} more ${count === 1 ? "conversation waits" : "conversations wait"} in the inbox: ${baseUrl}/inbox`,
  );

function conversationBlocks(conversation: UnseenConversation, baseUrl: string, isOne: boolean): MailBlock[] {
  const name = nameOf(conversation);
  const left = conversation.count - conversation.messages.length;
  return [
    ...(isOne ? [] : [{ kind: "heading" as const, text: name }]),
    ...conversation.messages.map(({ body, createdAt }) => ({
      kind: "quote" as const,
      by: name,
      at: createdAt,
      text: shortened(body),
    })),
    ...(left > 0 ? [paragraph(`And ${left} more ${left === 1 ? "message" : "messages"}.`)] : []),
    { kind: "button", label: isOne ? "Open the conversation" : `Open: ${name}`, url: inboxUrl(baseUrl, conversation) },
  ];
}

function shortened(body: string): string {
  const cut = cutText(body, BODY_MAX);
  return cut === body ? body : `${cut}…`;
}

/** The page behind the address that mail programs send their request to. */
export const pageOf = (unsubscribeUrl: string) => unsubscribeUrl.replace("/mail/unsubscribe/", "/unsubscribe#");
