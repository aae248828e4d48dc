import { headerLine } from "#platform/mail/header-rules.ts";
import type { MailBlock, MailWords } from "#platform/mail/message.ts";
import { pageOf } from "./owner-alert.ts";

type Answers = {
  conversationId: string;
  siteName: string;
  /** The site's own host, where it has one. */
  siteHost: string | null;
  messages: { body: string; createdAt: Date }[];
  /** How many there are in all. */
  count: number;
  /** Leads back into the conversation; null for a visitor whom only the site can vouch for. */
  chatUrl: string | null;
  unsubscribeUrl: string;
};

/** What a visitor is told of answers that they have not seen. */
export function visitorAnswerWords(answers: Answers): MailWords {
  const site = headerLine(answers.siteName, 60);
  const left = answers.count - answers.messages.length;
  return {
    subject: `An answer from ${site}`,
    fromName: site,
    thread: answers.conversationId,
    unsubscribeUrl: answers.unsubscribeUrl,
    blocks: [
      paragraph(`You wrote to ${site}, and this is the answer.`),
      ...answers.messages.map(({ body, createdAt }) => ({
        kind: "quote" as const,
        by: site,
        at: createdAt,
        text: body,
      })),
      ...(left > 0 ? [paragraph(`And ${left} more ${left === 1 ? "message" : "messages"} in the chat.`)] : []),
      ...wayBack(answers, site),
      { kind: "small", text: "Answers to this mail are not read. Write back in the chat." },
      {
        kind: "small",
        text: `You get this because you left this address in the chat of ${site}.`,
        link: { label: "No more mails from this chat", url: pageOf(answers.unsubscribeUrl) },
      },
    ],
  };
}

const paragraph = (text: string): MailBlock => ({ kind: "paragraph", text });

function wayBack({ chatUrl, siteHost }: Answers, site: string): MailBlock[] {
  if (chatUrl) {
    return [
      { kind: "button", label: "Go on with the conversation", url: chatUrl },
      {
        kind: "small",
        text: "The link opens the chat once, in one browser, within 7 days. Do not pass it on: it opens what you wrote.",
      },
    ];
  }
  const words = "Your conversation is there when you are logged in.";
  if (!siteHost) return [paragraph(`To go on, open the chat on the pages of ${site}. ${words}`)];
  return [
    paragraph(`To go on, open the chat on ${siteHost}. ${words}`),
    { kind: "button", label: `Go to ${siteHost}`, url: `https://${siteHost}/` },
  ];
}
