/** A block of an email's content. Everything in it is plain text, and a quote a message. render.ts formats and escapes it. */
export type MailBlock =
  | { kind: "paragraph"; text: string }
  | { kind: "heading"; text: string }
  /** A quoted message, with its author and time, and a line per file. Of one with links, addresses can be clicked. */
  | ({ kind: "quote"; hasLinks?: boolean } & QuotedText)
  /** A message that the email is there to deliver. As plain text, it has no marks of a quote. */
  | ({ kind: "message" } & QuotedText)
  /** A text as it is, with its line breaks and spaces. */
  | { kind: "plain"; text: string }
  | { kind: "button"; label: string; url: string }
  | { kind: "small"; text: string; link?: { label: string; url: string } };

type QuotedText = { by: string; at: Date; text: string; files?: string[] };

/**
 * How an email is shown. Without a color, it's the service's; without a time zone, times are in UTC and say so; without a language,
 * it's in English.
 */
export type MailLook = { color?: { background: string; text: string }; timeZone?: string; language?: string };

/** The content of an email, before it has a recipient. */
export type MailContent = {
  subject: string;
  /** The sender's name, if it isn't the service's. */
  fromName?: string;
  blocks: MailBlock[];
  look?: MailLook;
  /** The URL that unsubscribes with one request (RFC 8058). */
  unsubscribeUrl?: string;
  /** Where replies are read. Without it, they go to the From address. */
  replyTo?: string;
  /** Shared by all emails of a thread. */
  thread?: string;
  /** The Message-IDs of the thread's earlier emails that the recipient has, oldest first. */
  earlier?: readonly string[];
};

/** An email and its recipient. The id is the same in every attempt. */
export type Mail = MailContent & { id: string; to: string };
