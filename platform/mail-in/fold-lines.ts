import type { MailLine } from "./parsed-mail.ts";
import { bare, type HeaderWord, headerWord, isAttribution, isOriginalMessage, isRule } from "./separators.ts";
import { signatureStart } from "./signature.ts";

/** What each line of a mail is, in its order. */
export type FoldedLines = {
  kinds: ("own" | "quote" | "signature")[];
  /** Where a quote begins that goes on to the end without a depth, as Outlook writes it, or the number of lines. */
  restAt: number;
  /** Where the signature is, if there's one. */
  signature: { from: number; to: number } | undefined;
  isSure: boolean;
};

const ATTRIBUTION_LINES = 3;
const ROWS_MIN = 3;
// With the second lines of rows with many recipients.
const ROWS_MAX = 20;
/** How far below a mark a quote begins. */
const NEAR = 6;
const STUB_AFTER = 60;
const ADDRESS = /[\w.+-]+@[\w-]/;

const isBlank = (line: MailLine | undefined) => !line || line.text.trim() === "";

/** Decides for each line whether it's the sender's own, quoted, or the signature. `fence` is a sentence that begins a quote. */
export function foldLines(lines: readonly MailLine[], fence: string | null): FoldedLines {
  const kinds: FoldedLines["kinds"] = lines.map(({ depth }) => (depth > 0 ? "quote" : "own"));
  const fenceAt = fence === null ? -1 : findWords(lines, fence);
  const restAt = findRest(lines, kinds, fenceAt);
  kinds.fill("quote", restAt);
  if (restAt < lines.length && restAt > 0) markAttribution(lines, kinds, restAt);
  for (let at = 1; at < restAt; at += 1) {
    if (isQuoteStart(lines, at)) markAttribution(lines, kinds, at);
  }
  closeGaps(lines, kinds);
  const signature = findSignature(lines, kinds);
  const isSure = isFoldSure(lines, { kinds, restAt }, { fence, fenceAt });
  if (signature) kinds.fill("signature", signature.from, signature.to);
  return { kinds, restAt, signature, isSure };
}

const isQuoteStart = (lines: readonly MailLine[], at: number) =>
  (lines[at]?.depth ?? 0) > 0 && lines[at - 1]?.depth === 0;

/** Returns the first line with the words of a sentence, however they're wrapped, or -1. */
export function findWords(lines: readonly MailLine[], sentence: string): number {
  const wanted = wordsOf(sentence);
  if (wanted === "") return -1;
  let all = "";
  const ends: number[] = [];
  for (const { text } of lines) {
    all += wordsOf(text);
    ends.push(all.length);
  }
  const found = all.indexOf(wanted);
  return found < 0 ? -1 : ends.findIndex((end) => end > found);
}

/** Returns the letters and numbers of a text: what's the same after it was wrapped, quoted or marked. */
export const wordsOf = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");

/** Finds where a quote begins that has no depth. Marks the lines of other beginnings as quoted. */
function findRest(lines: readonly MailLine[], kinds: FoldedLines["kinds"], fenceAt: number): number {
  for (const [at, line] of lines.entries()) {
    if (line.depth > 0) continue;
    if (at === fenceAt) return at;
    const begins = beginsQuote(lines, at);
    if (begins === "rest") return withRule(lines, at);
    if (begins > at) kinds.fill("quote", at, begins);
  }
  return lines.length;
}

/** Returns whether a quote begins at a line: until which line it's marked, or "rest" if all below belongs to it. */
function beginsQuote(lines: readonly MailLine[], at: number): number | "rest" {
  const line = lines[at];
  if (!line || isBlank(line)) return at;
  const isMarked = line.starts === "quote";
  const isNamed = !isMarked && isOriginalMessage(line.text);
  if (!isMarked && !isNamed) return hasHeader(lines, at) ? "rest" : at;
  const quote = nextQuote(lines, at);
  if (isMarked) return quote ?? "rest";
  if (quote !== undefined) return quote;
  const below = lines.slice(at + 1, at + NEAR).filter((next) => !isBlank(next));
  return below.some(({ text }) => headerWord(text)) ? "rest" : at;
}

/** Returns where a quote with a depth begins, if that's near and no header is in between. */
function nextQuote(lines: readonly MailLine[], at: number): number | undefined {
  let rows = 0;
  for (let next = at; next < Math.min(at + NEAR, lines.length); next += 1) {
    const line = lines[next];
    if (!line) break;
    if (line.depth > 0) return next;
    if (headerWord(line.text)) rows += 1;
    if (rows > 1) return undefined;
  }
  return undefined;
}

/** Whether a mail's header begins at a line, as Outlook writes it: rows with the sender and the subject, and a third one. */
function hasHeader(lines: readonly MailLine[], from: number): boolean {
  const found = new Set<HeaderWord>();
  if (headerWord(lines[from]?.text ?? "") === undefined) return false;
  let isContinued = false;
  for (let at = from; at < Math.min(from + ROWS_MAX, lines.length); at += 1) {
    const line = lines[at];
    const word = line && line.depth === 0 ? headerWord(line.text) : undefined;
    if (word) found.add(word);
    // Many recipients need a second line.
    else if (isContinued) break;
    isContinued = !word;
  }
  return found.size >= ROWS_MIN && found.has("from") && found.has("subject");
}

// The line that Outlook draws above the header, or "Original Message".
function withRule(lines: readonly MailLine[], at: number): number {
  for (let above = at - 1; above >= Math.max(0, at - 2); above -= 1) {
    const line = lines[above];
    if (!line || line.depth > 0) break;
    if (isRule(line.text) || isOriginalMessage(line.text)) return above;
    if (!isBlank(line)) break;
  }
  return at;
}

const hasDate = (text: string) => /\p{N}/u.test(bare(text).replace(/\S*@\S*/g, ""));

/** Marks the lines above a quote that say who wrote it and when. */
function markAttribution(lines: readonly MailLine[], kinds: FoldedLines["kinds"], quoteAt: number): void {
  let end = quoteAt;
  while (end > 0 && quoteAt - end < 2 && isBlank(lines[end - 1]) && lines[end - 1]?.depth === 0) end -= 1;
  let from: number | undefined;
  for (let at = end - 1; at >= Math.max(0, end - ATTRIBUTION_LINES); at -= 1) {
    if (isBlank(lines[at]) || kinds[at] !== "own") break;
    const joined = lines
      .slice(at, end)
      .map(({ text }) => text)
      .join(" ");
    if (!isAttribution(joined)) continue;
    from = at;
    // The date may be on the line above.
    if (hasDate(joined)) break;
  }
  if (from !== undefined) kinds.fill("quote", from, quoteAt);
}

/** Makes blank lines within a quote part of it. */
function closeGaps(lines: readonly MailLine[], kinds: FoldedLines["kinds"]): void {
  let last: number | undefined;
  for (const [at, kind] of kinds.entries()) {
    if (kind === "own") {
      if (!isBlank(lines[at])) last = undefined;
      continue;
    }
    if (last !== undefined) kinds.fill("quote", last, at);
    last = at;
  }
}

function findSignature(lines: readonly MailLine[], kinds: FoldedLines["kinds"]): FoldedLines["signature"] {
  const last = kinds.findLastIndex((kind, at) => kind === "own" && !isBlank(lines[at]));
  if (last < 0) return undefined;
  let first = last;
  while (first > 0 && kinds[first - 1] === "own") first -= 1;
  const from = signatureStart(lines.slice(first, last + 1));
  return from === undefined ? undefined : { from: first + from, to: last + 1 };
}

type Fence = { fence: string | null; fenceAt: number };

/** Whether nothing among the own lines looks like the rest of a quote. */
function isFoldSure(
  lines: readonly MailLine[],
  { kinds, restAt }: Pick<FoldedLines, "kinds" | "restAt">,
  { fence, fenceAt }: Fence,
): boolean {
  const own = lines.filter((line, at) => kinds[at] === "own" && !isBlank(line));
  if (own.some(({ text }) => isOriginalMessage(text) || (isAttribution(text) && hasDate(text)))) return false;
  if (own.filter(({ text }) => headerWord(text)).length > 1) return false;
  const isLeft = fence === null ? isStub : isRemainder;
  if (lines.some((_, at) => kinds[at] === "own" && isLeft(lines, at))) return false;
  if (fence === null || restAt === lines.length) return true;
  // A quote without a depth: the sentence has to be in it, and nothing above it may look like its beginning.
  if (fenceAt < 0) return false;
  const above = lines.slice(0, restAt).findLast((line, at) => kinds[at] === "own" && !isBlank(line))?.text ?? "";
  return restAt < fenceAt || !(ADDRESS.test(above) || /[:：]$/u.test(bare(above)) || headerWord(above));
}

const isQuoted = (line: MailLine | undefined) => (line?.depth ?? 0) > 0;

/** Whether a line may be the rest of the quoted one above, which a client has wrapped. */
const isRemainder = (lines: readonly MailLine[], at: number): boolean =>
  !isBlank(lines[at]) && isQuoted(lines[at - 1]) && (lines[at - 1]?.text.length ?? 0) >= STUB_AFTER;

/** Also the next line is quoted. People seldom write so. */
const isStub = (lines: readonly MailLine[], at: number): boolean => isRemainder(lines, at) && isQuoted(lines[at + 1]);
