import { catalog } from "#platform/catalog.ts";
import { cutText } from "#platform/characters.ts";
import type { MailBlock } from "#platform/mail/message.ts";
import { sizeWords } from "#platform/size-words.ts";
import { isOnlyNames } from "../../../desk/messages/file-names.ts";

/** A message in an email: its text, and which files came with it. */
export type QuotedMessage = {
  body: string;
  createdAt: Date;
  files: { name: string; size: number }[];
  /** The name of the person who wrote it, where the reader sees names. */
  senderName?: string | null;
};

const copy = catalog("quoted-message-mail", { file: (name: string, size: string) => `${name} (${size})` });

const SHORT_MAX = 1_000;

/** Cuts a message off after 1,000 characters. */
export function shortened(body: string): string {
  const cut = cutText(body, SHORT_MAX);
  return cut === body ? body : `${cut}…`;
}

/** Returns a message's text, shortened by a function if there's one, and a line for each of its files. */
export function quoteOf({ body, files }: QuotedMessage, shortened = (text: string) => text) {
  const text = isOnlyNames({ body, files }) ? "" : shortened(body);
  return { text, files: files.map(({ name, size }) => copy.file(name, sizeWords(size))) };
}

/** Returns the messages before those that an email is about, under a heading, or nothing if it's the first one. */
export const historyBlocks = <Message extends QuotedMessage>(
  heading: string,
  messages: readonly Message[],
  of: (message: Message) => { by: string; at: Date; hasLinks?: boolean },
): MailBlock[] =>
  messages.length === 0
    ? []
    : [
        { kind: "heading", text: heading },
        ...messages.map((message) => ({
          kind: "quote" as const,
          ...of(message),
          ...quoteOf(message, shortened),
        })),
      ];
