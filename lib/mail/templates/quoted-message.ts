import { catalog } from "#platform/catalog.ts";
import { isOnlyNames } from "../../messages/file-names.ts";

/** A message in an email: its text, and which files came with it. */
export type QuotedMessage = { body: string; createdAt: Date; files: { name: string; size: number }[] };

const kilobytes = new Intl.NumberFormat("en", { style: "unit", unit: "kilobyte", maximumFractionDigits: 0 });
const megabytes = new Intl.NumberFormat("en", { style: "unit", unit: "megabyte", maximumFractionDigits: 1 });

const copy = catalog("quoted-message-mail", {
  file: (name: string, bytes: number) =>
    // As in the chat and the settings of limits, a kilobyte is 1,024 bytes.
    `${name} (${bytes < 2 ** 20 ? kilobytes.format(Math.ceil(bytes / 2 ** 10)) : megabytes.format(bytes / 2 ** 20)})`,
});

/** Returns a message's text, shortened by a function if there's one, and a line for each of its files. */
export function quoteOf({ body, files }: QuotedMessage, shortened = (text: string) => text) {
  const text = isOnlyNames({ body, files }) ? "" : shortened(body);
  return { text, files: files.map(({ name, size }) => copy.file(name, size)) };
}
