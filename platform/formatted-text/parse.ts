import { createLineParser } from "./inlines.ts";
import { type LinkStyle, plainBlocks } from "./plain-text.ts";
import { addInline, type Block, type Inline } from "./tree.ts";

const FENCE = /^```[\w+#.-]*\s*$/;
const CLOSING_FENCE = /^```\s*$/;
const QUOTE = /^>(?: |$)/;
const ITEM = /^(?:([-*])|(\d{1,9})\.)[ \t]+(?=\S)/;
const CONTINUED = /^(?: {2}|\t)\s*\S/;
// With a sign in front, these are amounts: a list of only these may be none.
const AMOUNT = /^[\p{N}\p{Sc}]/u;

const parsePlainLine = createLineParser();

/**
 * Parses a message into a tree, in time that grows with its length. Whatever isn't formatting is text. `mention` is the
 * source of a pattern that begins with an @.
 */
export function parseText(text: string, mention?: string): Block[] {
  const parseLine = mention ? createLineParser(mention) : parsePlainLine;
  const lines = text.split(/\r\n?|\n/);
  const lastFence = lines.findLastIndex((line) => CLOSING_FENCE.test(line));
  const blocks: Block[] = [];
  let written: string[] = [];

  const parseLines = (some: readonly string[]): Inline[] => {
    const pieces: Inline[] = [];
    for (const [at, line] of some.entries()) {
      if (at > 0) addInline(pieces, "\n");
      for (const piece of parseLine(line)) addInline(pieces, piece);
    }
    return pieces;
  };
  /** Ends a paragraph. A block has its own distance, so blank lines around it are left out. */
  const endParagraph = (isLast: boolean) => {
    while (blocks.length > 0 && isEmpty(written[0])) written.shift();
    while (!isLast && isEmpty(written.at(-1))) written.pop();
    if (written.length > 0) blocks.push({ kind: "paragraph", children: parseLines(written) });
    written = [];
  };

  const readBlock = (at: number): Found =>
    readCode(lines, at, lastFence) ?? readList(lines, at, parseLines) ?? readQuote(lines, at, parseLines);

  for (let at = 0; at < lines.length; ) {
    const found = readBlock(at);
    const end = found ? found.end : at + 1;
    if (found?.block) {
      endParagraph(false);
      blocks.push(found.block);
    } else {
      written.push(...lines.slice(at, end));
    }
    at = end;
  }
  endParagraph(true);
  return blocks;
}

/** Returns a message without its marks, on as many lines. What consists of marks alone stays as it is. */
export function plainText(text: string, links?: LinkStyle): string {
  const plain = plainBlocks(parseText(text), links);
  return plain.trim() ? plain : text;
}

/** Without a block, the lines up to the end are text, and none of them begins one. */
type Found = { block?: Block; end: number } | undefined;
type ParseLines = (lines: readonly string[]) => Inline[];

const isEmpty = (line: string | undefined) => line?.trim() === "";

function readCode(lines: readonly string[], at: number, lastFence: number): Found {
  if (at >= lastFence || !FENCE.test(lines[at] ?? "")) return undefined;
  let end = at + 1;
  while (!CLOSING_FENCE.test(lines[end] ?? "")) end += 1;
  const text = lines.slice(at + 1, end).join("\n");
  return text.trim() ? { block: { kind: "code-block", text }, end: end + 1 } : undefined;
}

function readQuote(lines: readonly string[], at: number, parseLines: ParseLines): Found {
  const quoted: string[] = [];
  let end = at;
  for (let line = lines[end]; line !== undefined && QUOTE.test(line); line = lines[end]) {
    quoted.push(line.slice(2));
    end += 1;
  }
  if (quoted.length === 0) return undefined;
  const isText = quoted.every((line) => isEmpty(line) || AMOUNT.test(line));
  return isText ? { end } : { block: { kind: "quote", children: parseLines(quoted) }, end };
}

/** Reads a list of at least two items: a single line after a hyphen may be a signature, or after a number a date. */
function readList(lines: readonly string[], at: number, parseLines: ParseLines): Found {
  const items: string[][] = [];
  const [, sign, first] = ITEM.exec(lines[at] ?? "") ?? [];
  const begins = (line = "") => {
    const [, mark, number] = ITEM.exec(line) ?? [];
    return sign ? mark === sign : number !== undefined && Number(number) === Number(first) + items.length;
  };
  let end = at;
  for (;;) {
    // One blank line may be between items.
    const next = items.length > 0 && isEmpty(lines[end]) ? end + 1 : end;
    const line = lines[next] ?? "";
    if (begins(line)) items.push([line.replace(ITEM, "")]);
    else if (items.length > 0 && next === end && CONTINUED.test(line)) items.at(-1)?.push(line.trim());
    else break;
    end = next + 1;
  }
  const isList = items.length > 1 && !(sign && items.every(([line = ""]) => AMOUNT.test(line)));
  if (items.length === 0) return undefined;
  if (!isList) return { end };
  const parsed = items.map(parseLines);
  return { block: { kind: "list", ...(first && { start: Number(first) }), items: parsed }, end };
}
