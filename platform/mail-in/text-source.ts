import { htmlLines } from "./html-lines.ts";
import { type MailImage, TEXT_MAX } from "./line-writer.ts";
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
  /** Whether the lines have all of the text. */
  isWhole: boolean;
};

// Addresses of links and pictures, which only one of the versions has.
const ADDRESSES = /<?(?:https?:\/\/|mailto:|cid:)[^\s>]*>?|\[(?:cid|image):[^\]]{0,300}\]/gi;
const WORD = /[\p{L}\p{N}]+/gu;
// Fewer differ by accident.
const NEW_WORDS_MIN = 3;

/** Returns the lines of a mail, from one version of each text: HTML if it has at least the words of the plain one. */
export function chooseText(groups: readonly TextGroup[]): MailText {
  const whole: MailText = { lines: [], images: [], other: [], isWhole: true };
  for (const group of groups) {
    const { lines, images, other, isWhole } = chooseVersion(group);
    whole.isWhole &&= isWhole;
    if (lines.length === 0) continue;
    if (whole.lines.length > 0) whole.lines.push({ text: "", depth: 0 });
    const before = whole.lines.length;
    for (const line of lines) whole.lines.push(line);
    for (const image of images) whole.images.push({ ...image, line: image.line + before });
    for (const line of other) whole.other.push(line);
  }
  return whole;
}

type Version = { lines: MailLine[]; images: MailImage[]; isWhole: boolean };

function readPart({ kind, text, flowed, delSp }: TextPart): Version {
  if (kind === "html") return htmlLines(text);
  const isWhole = text.length <= TEXT_MAX;
  return { lines: plainLines(text.slice(0, TEXT_MAX).toWellFormed(), { flowed, delSp }), images: [], isWhole };
}

const readParts = (group: TextGroup, kind: TextPart["kind"]): Version => {
  const versions = group.filter((part) => part.kind === kind).map(readPart);
  return {
    lines: versions.flatMap(({ lines }) => lines),
    images: versions.flatMap(({ images }) => images),
    isWhole: versions.every(({ isWhole }) => isWhole),
  };
};

function chooseVersion(group: TextGroup): MailText {
  const written = readParts(group, "plain");
  const formatted = readParts(group, "html");
  if (!group.some(({ kind }) => kind === "plain")) return { ...formatted, other: [] };
  const onlyWritten = missing(written.lines, formatted.lines);
  if (onlyWritten === 0 && formatted.lines.length > 0) return { ...formatted, other: [] };
  const onlyFormatted = missing(formatted.lines, written.lines);
  // Its pictures belong to the text, whichever version is shown.
  const chosen = onlyFormatted > onlyWritten ? formatted : { ...written, images: inOrder(formatted, written) };
  const rest = onlyFormatted > onlyWritten ? written : formatted;
  const isOther = Math.min(onlyWritten, onlyFormatted) >= NEW_WORDS_MIN;
  return { ...chosen, other: isOther ? rest.lines : [], isWhole: written.isWhole && formatted.isWhole };
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
