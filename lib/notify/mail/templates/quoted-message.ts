import { catalog } from "#platform/catalog.ts";
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

/** Returns a message's text, shortened by a function if there's one, and a line for each of its files. */
export function quoteOf({ body, files }: QuotedMessage, shortened = (text: string) => text) {
  const text = isOnlyNames({ body, files }) ? "" : shortened(body);
  return { text, files: files.map(({ name, size }) => copy.file(name, sizeWords(size))) };
}
