import type { MailLine } from "./parsed-mail.ts";
import { isSentFrom } from "./separators.ts";

const LINES_MAX = 15;
const DELIMITER = /^--\s?$/;

/** Returns where the signature begins in a mail's own lines, which end with it: at most 15 lines. */
export function signatureStart(lines: readonly MailLine[]): number | undefined {
  const earliest = Math.max(0, lines.length - LINES_MAX - 1);
  for (let at = earliest; at < lines.length; at += 1) {
    const line = lines[at];
    const isDelimiter = DELIMITER.test(line?.text ?? "");
    // The delimiter isn't one of the lines.
    if (isDelimiter || (line?.starts === "signature" && lines.length - at <= LINES_MAX)) return at;
  }
  return isSentFrom(lines.at(-1)?.text ?? "") ? lines.length - 1 : undefined;
}
