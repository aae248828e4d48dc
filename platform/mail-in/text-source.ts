import { htmlLines } from "./html-lines.ts";
import type { MailImage } from "./line-writer.ts";
import type { MailLine } from "./parsed-mail.ts";
import { plainLines } from "./plain-lines.ts";

/** A part of a mail with text, decoded. */
export type TextPart = { kind: "plain" | "html"; text: string; flowed: boolean; delSp: boolean };

/** Texts that say the same (multipart/alternative), or a single one. */
export type TextGroup = TextPart[];

export type MailText = {
  lines: MailLine[];
  images: MailImage[];
  /** Lines of a version that isn't shown, if it has words that the shown one doesn't have. */
  other: MailLine[];
};

// Addresses of links and pictures, which only one of the versions has.
const ADDRESSES = /<?(?:https?:\/\/|mailto:|cid:)[^\s>]*>?|\[(?:cid|image):[^\]]*\]/gi;
const WORD = /[\p{L}\p{N}]+/gu;
// More would be a list of nearly all words, of which a few differ by accident.
const NEW_WORDS_MIN = 3;

/** Returns the lines of a mail, from one version of each text: HTML if it has at least the words of the plain one. */
export function chooseText(groups: readonly TextGroup[]): MailText {
  const whole: MailText = { lines: [], images: [], other: [] };
  for (const group of groups) {
    const { lines, images, other } = chooseVersion(group);
    if (lines.length === 0) continue;
    if (whole.lines.length > 0) whole.lines.push({ text: "", depth: 0 });
    const before = whole.lines.length;
    for (const line of lines) whole.lines.push(line);
    for (const image of images) whole.images.push({ ...image, line: image.line + before });
    for (const line of other) whole.other.push(line);
  }
  return whole;
}

type Version = { lines: MailLine[]; images: MailImage[] };

const readPart = ({ kind, text, flowed, delSp }: TextPart): Version =>
  kind === "html" ? htmlLines(text) : { lines: plainLines(text, { flowed, delSp }), images: [] };

function chooseVersion(group: TextGroup): MailText {
  const plain = group.filter(({ kind }) => kind === "plain").map(readPart);
  const html = group.filter(({ kind }) => kind === "html").map(readPart);
  const [first] = html;
  if (!first || plain.length === 0) {
    const versions = [...plain, ...html];
    return { lines: versions.flatMap(({ lines }) => lines), images: versions.flatMap(({ images }) => images), other: [] };
  }
  const written: Version = { lines: plain.flatMap(({ lines }) => lines), images: [] };
  const formatted: Version = { lines: html.flatMap(({ lines }) => lines), images: html.flatMap(({ images }) => images) };
  const onlyWritten = missing(written.lines, formatted.lines);
  const onlyFormatted = onlyWritten === 0 ? 0 : missing(formatted.lines, written.lines);
  if (onlyWritten === 0) return { ...formatted, other: [] };
  // Its pictures belong to the text, whichever version is shown.
  const chosen = onlyFormatted > onlyWritten ? formatted : { ...written, images: inOrder(formatted, written) };
  const rest = onlyFormatted > onlyWritten ? written : formatted;
  const restWords = Math.min(onlyWritten, onlyFormatted);
  return { ...chosen, other: restWords >= NEW_WORDS_MIN ? rest.lines : [] };
}

// The plain version doesn't say where the pictures are: those outside quotes are the sender's.
const inOrder = (from: Version, to: Version): MailImage[] =>
  from.images.map((image) => ({ ...image, line: image.depth > 0 ? to.lines.length : 0 }));

function countWords(lines: readonly MailLine[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { text } of lines) {
    for (const [word] of text.replace(ADDRESSES, " ").toLowerCase().matchAll(WORD)) {
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  return counts;
}

/** Counts the words that some lines have and others don't. */
function missing(lines: readonly MailLine[], others: readonly MailLine[]): number {
  const counts = countWords(others);
  let found = 0;
  for (const [word, count] of countWords(lines)) found += Math.max(0, count - (counts.get(word) ?? 0));
  return found;
}
