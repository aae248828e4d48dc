import { isUtf8 } from "node:buffer";
import { open } from "node:fs/promises";
import { headerLine } from "#platform/mail/header-rules.ts";
import { decodeText } from "#platform/mail-in/charsets.ts";
import { foldLines } from "#platform/mail-in/fold-lines.ts";
import { htmlLines } from "#platform/mail-in/html-lines.ts";
import { type Alert, namesAlert } from "#platform/mail-in/own-words.ts";
import { type MailPart, OTHER_VERSION, type ParsedMail } from "#platform/mail-in/parsed-mail.ts";
import { placeOf } from "#platform/mail-in/picture-place.ts";
import type { LeftOut } from "../../desk/messages/schema.ts";
import { withoutFile } from "./store-parts.ts";

const NAME_MAX = 200;
const MAIL_NAMES = /\.(?:eml|emlx|msg|mbox|mht|mhtml)$|^winmail\.dat$/i;
const MAIL_TYPES = /^(?:message\/|application\/(?:vnd\.)?ms-(?:outlook|tnef)$)/;
// What a part without a name is called.
const UNNAMED_PAGE = "message.html";
const CHECKED_MAX = 1024 ** 2;
const CHECKED_TOTAL = 4 * CHECKED_MAX;

/**
 * Returns the files that a person's reply may send, and those that may be the alert itself: emails, and other versions of the text.
 * `fence` is the sentence that begins the alert: pictures below it are quoted.
 */
export function personsFiles(
  { lines, parts }: Pick<ParsedMail, "lines" | "parts">,
  fence: string,
): { parts: MailPart[]; leftOut: LeftOut[] } {
  const folded = foldLines(lines, fence);
  const placed = parts.map((part) =>
    part.shownAt && !part.isSignature ? { ...part, ...placeOf(part.shownAt, folded) } : part,
  );
  const [mails, files] = [placed.filter(isMail), placed.filter((part) => !isMail(part))];
  return { parts: files, leftOut: mails.map((part) => ({ ...namedFile(part), reason: "mail" })) };
}

/** Returns a file's name as it's shown, and its size. */
export const namedFile = ({ name, size }: MailPart) => ({ name: headerLine(name.toWellFormed(), NAME_MAX), size });

const isMail = ({ name, mediaType }: MailPart) =>
  MAIL_TYPES.test(mediaType) || MAIL_NAMES.test(name) || name === UNNAMED_PAGE || name === OTHER_VERSION;

/** Whether no text file seems to contain something of the alert, as far as the files aren't too large to be read. */
export async function areFilesSafe(parts: readonly MailPart[], alert: Alert): Promise<boolean> {
  let left = CHECKED_TOTAL;
  for (const part of parts) {
    if (withoutFile(part) !== null) continue;
    const text = textOf(part, await readStart(part.path));
    left -= text.length;
    if (left < 0 || isOfAlert(text, alert)) return false;
  }
  return true;
}

function isOfAlert(text: string, alert: Alert): boolean {
  const written = text.split("\n").map((line) => ({ text: line, depth: 0 }));
  return namesAlert(written, alert) || (text.includes("</") && namesAlert(htmlLines(text).lines, alert));
}

async function readStart(path: string): Promise<Buffer> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(CHECKED_MAX), 0, CHECKED_MAX, 0);
  return buffer.subarray(0, bytesRead);
}

/** Returns the text of a file, or nothing if it's none. */
function textOf({ mediaType }: MailPart, bytes: Buffer): string {
  const start = bytes.subarray(0, 2).toString("hex");
  if (start === "fffe" || start === "feff") return decodeText(bytes, `utf-16${start === "fffe" ? "le" : "be"}`).text;
  const isText = !bytes.includes(0) && (mediaType.startsWith("text/") || isUtf8(bytes));
  return isText ? decodeText(bytes).text : "";
}
