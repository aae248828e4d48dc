import { catalog } from "#platform/catalog.ts";
import { headerLine } from "#platform/mail/header-rules.ts";
import type { MailBlock, MailContent, MailLook } from "#platform/mail/message.ts";
import { sizeWords } from "#platform/size-words.ts";
import type { LeftOut } from "../../../desk/messages/schema.ts";
import type { AskReason } from "../../../desk/replies/draft.ts";
import type { RepliedConversation } from "../queries/reply-back.system.ts";
import { nameOf, replySentence } from "./owner-alert.ts";
import { type QuotedMessage, quoteOf, shortened } from "./quoted-message.ts";

export type ReplyBack = {
  about:
    | { kind: "asked"; why: AskReason | "held" }
    | { kind: "refused"; reason: string | null; leftOut?: readonly LeftOut[] }
    | { kind: "sent"; leftOut: readonly LeftOut[] };
  /** What the person wrote. */
  text: string;
  files: readonly { name: string; size: number }[];
  /** The address that their email names as its sender. */
  from: string | null;
  /** Null if they have no access to it. */
  conversation: RepliedConversation | null;
  look: MailLook;
  /** What others wrote meanwhile. */
  quoted: readonly QuotedMessage[];
  /** Where to send it, or the conversation. */
  url: string | null;
  replyTo: string | null;
};

const copy = catalog("reply-back-mail", {
  askedSubject: (visitor: string) => `Did you reply to ${visitor}?`,
  heldSubject: (visitor: string) => `Not sent yet: your reply to ${visitor}`,
  refusedSubject: (visitor: string) => `Not sent: your reply to ${visitor}`,
  sentSubject: (visitor: string) => `Sent: your reply to ${visitor}`,
  visitor: "a visitor",
  asked: (visitor: string, from: string | null, site: string) =>
    from === null
      ? `An email without a clear sender replies to ${visitor} on ${site}. It isn’t sent to them yet.`
      : `An email from ${from} replies to ${visitor} on ${site}. It isn’t sent to them yet.`,
  whys: {
    sender: "It isn’t from the address of your account.",
    recipient: "It names none of our addresses as a recipient, so it may have been forwarded.",
    unproven: "Nothing proves that your email provider sent it. Anyone could have written it in your name.",
    unsure: "We can’t tell for certain which part of it is yours, and which is quoted.",
    quick: "It came within seconds, as automatic replies do.",
    automatic: "Its subject is one that automatic replies have.",
  },
  askedTodo: "If you wrote it, review it and send it. If you didn’t, ignore this email, and nothing is sent.",
  review: "Review reply",
  held: (visitor: string) =>
    `A teammate has replied to ${visitor} since the email that you replied to. Your reply isn’t sent yet.`,
  sendAnyway: "Review and send anyway",
  linkHint: "The link works once, within 7 days.",
  refused: (visitor: string) => `Your reply to ${visitor} wasn’t sent.`,
  reasons: {
    several: "The email that you replied to is about several conversations. Use the link below the one that you mean.",
    empty: "It has no text of your own. Reply again, and write above the quoted email.",
    too_long: "It has more than 4,000 characters. Send it in parts, or attach it as a file.",
    too_large: "It’s larger than emails may be here. Attach smaller files.",
    full: "Too many replies to the same email are waiting. Reply in the inbox.",
    encrypted: "It’s encrypted, so we can’t read it. Reply without encryption.",
    unreadable: "We can’t read this email. Reply in the inbox.",
    no_access: "You no longer have access to this conversation.",
    blocked: "This visitor is blocked. Unblock them in the inbox to reply.",
    newer_conversation: "The conversation is closed, and the visitor has a newer one. Reply there.",
  } as { [reason in string]?: string },
  failed: "Something went wrong. Reply in the inbox.",
  yours: "Your reply",
  open: "Open conversation",
  openNewer: "Open the newer conversation",
  sent: (visitor: string) => `Your reply to ${visitor} was sent.`,
  wroteMeanwhile: (visitor: string) => `Before it arrived, ${visitor} wrote:`,
  filesLeftOut: "These files weren’t sent:",
  leftOut: {
    kind: "this site doesn’t accept such files",
    size: "it’s too large",
    count: "a message has at most ten files",
    limit: "too many files within an hour",
    quota: "the workspace has no space left for files",
    rejected: "the virus scanner rejected it",
    mail: "it may contain the email that you replied to",
    unreadable: "it’s empty or incomplete",
  } as { [reason in string]?: string },
  fileLine: (name: string, what: string) => `${name} (${what})`,
  why: "You get this because you can reply to visitors by email.",
});

const NAME_MAX = 60;
const ADDRESS_MAX = 254;
const FILE_NAME_MAX = 100;

const paragraph = (text: string): MailBlock => ({ kind: "paragraph", text });

/** Says to a person what became of a reply that they sent by email. It has their text, so that nothing of it is lost. */
export function replyBackMail(back: ReplyBack): MailContent {
  const { about, conversation, look, replyTo } = back;
  const visitor = conversation ? nameOf(conversation) : copy.visitor;
  const parts = { asked: askedParts, refused: refusedParts, sent: sentParts };
  const { subject, blocks } = parts[about.kind](back, visitor);
  return {
    subject,
    look,
    ...(conversation && { thread: conversation.conversationId }),
    ...(replyTo !== null && { replyTo }),
    blocks: [
      ...(replyTo === null ? [] : [paragraph(replySentence(visitor))]),
      ...blocks,
      { kind: "small", text: copy.why },
    ],
  };
}

type Parts = { subject: string; blocks: MailBlock[] };

function askedParts(back: ReplyBack, visitor: string): Parts {
  const { about, from, url } = back;
  const why = about.kind === "asked" ? about.why : "unproven";
  const isHeld = why === "held";
  const site = headerLine(back.conversation?.siteName ?? "", NAME_MAX);
  const sender = from === null ? null : headerLine(from, ADDRESS_MAX);
  return {
    subject: isHeld ? copy.heldSubject(visitor) : copy.askedSubject(visitor),
    blocks: [
      paragraph(isHeld ? copy.held(visitor) : copy.asked(visitor, sender, site)),
      ...(isHeld ? quotes(back, visitor) : [paragraph(copy.whys[why]), paragraph(copy.askedTodo)]),
      ...ownText(back),
      ...(url === null ? [] : [button(isHeld ? copy.sendAnyway : copy.review, url)]),
      { kind: "small", text: copy.linkHint },
    ],
  };
}

function refusedParts(back: ReplyBack, visitor: string): Parts {
  const { about, url } = back;
  const { reason = null, leftOut = [] } = about.kind === "refused" ? about : {};
  return {
    subject: copy.refusedSubject(visitor),
    blocks: [
      paragraph(copy.refused(visitor)),
      paragraph(copy.reasons[reason ?? ""] ?? copy.failed),
      ...leftOutLines(leftOut),
      ...ownText(back),
      ...(url === null ? [] : [button(reason === "newer_conversation" ? copy.openNewer : copy.open, url)]),
    ],
  };
}

function sentParts(back: ReplyBack, visitor: string): Parts {
  const { about, quoted, url } = back;
  return {
    subject: copy.sentSubject(visitor),
    blocks: [
      paragraph(copy.sent(visitor)),
      ...(quoted.length > 0 ? [paragraph(copy.wroteMeanwhile(visitor)), ...quotes(back, visitor)] : []),
      ...leftOutLines(about.kind === "sent" ? about.leftOut : []),
      ...ownText(back),
      ...(url === null ? [] : [button(copy.open, url)]),
    ],
  };
}

const button = (label: string, url: string): MailBlock => ({ kind: "button", label, url });

const quotes = ({ quoted }: ReplyBack, visitor: string): MailBlock[] =>
  quoted.map((message) => ({
    kind: "quote" as const,
    by: message.senderName ? headerLine(message.senderName, NAME_MAX) : visitor,
    at: message.createdAt,
    ...quoteOf(message, shortened),
  }));

function ownText({ text, files }: ReplyBack): MailBlock[] {
  if (text === "" && files.length === 0) return [];
  const names = files.map(({ name, size }) => copy.fileLine(headerLine(name, FILE_NAME_MAX), sizeWords(size)));
  return [
    { kind: "heading", text: copy.yours },
    ...(text === "" ? [] : [{ kind: "plain" as const, text }]),
    ...names.map(paragraph),
  ];
}

const leftOutLines = (leftOut: readonly LeftOut[]): MailBlock[] =>
  leftOut.length === 0
    ? []
    : [
        paragraph(copy.filesLeftOut),
        ...leftOut.map(({ name, reason }) =>
          paragraph(copy.fileLine(headerLine(name, FILE_NAME_MAX), copy.leftOut[reason] ?? reason)),
        ),
      ];
