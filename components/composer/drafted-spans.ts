import { parseText } from "#platform/formatted-text/parse.ts";
import type { Block, Inline } from "#platform/formatted-text/tree.ts";

export type DraftStyle = "mark" | "strong" | "emphasis" | "code" | "link" | "mention" | "quote";

/** A part of a draft, as it's typed, with how it's shown. */
export type DraftSpan = { text: string; styles: readonly DraftStyle[] };

// The parser replaces emoji codes and joins lines, so only what's between them is found in the draft again.
const CHANGED = /(?:\n|\p{Extended_Pictographic}|\u200d|\ufe0f)+/u;
// Marks, and the address of a link.
const MARKS = /^(?=.*\S)(?:[\s>*_`[]|-(?=\s)|\d+\.(?=\s)|```[\w+#.-]*(?=\s)|\]\([^\s]*\))+$/su;

/**
 * Divides a draft into parts by the formatting that it gets when it's sent. Together they're the draft, letter by letter.
 * `mention` is the source of a pattern, as for `parseText`.
 */
export function draftedSpans(draft: string, mention?: string): DraftSpan[] {
  const spans: DraftSpan[] = [];
  let at = 0;
  const add = (end: number, styles: readonly DraftStyle[]) => {
    if (end > at) spans.push({ text: draft.slice(at, end), styles });
    at = end;
  };
  const addMarks = (end: number) => add(end, MARKS.test(draft.slice(at, end)) ? ["mark"] : []);
  for (const { text, styles } of parseText(draft, mention).flatMap(readBlock)) {
    for (const piece of text.split(CHANGED)) {
      const start = draft.indexOf(piece, at);
      if (piece === "" || start < 0) continue;
      addMarks(start);
      add(start + piece.length, styles);
    }
  }
  addMarks(draft.length);
  return spans;
}

function readBlock(block: Block): DraftSpan[] {
  if (block.kind === "code-block") return [{ text: block.text, styles: ["code"] }];
  if (block.kind === "list") return block.items.flat().flatMap((piece) => readInline(piece, []));
  return block.children.flatMap((piece) => readInline(piece, block.kind === "quote" ? ["quote"] : []));
}

function readInline(piece: Inline, around: readonly DraftStyle[]): DraftSpan[] {
  if (typeof piece === "string") return [{ text: piece, styles: around }];
  const styles = [...around, piece.kind];
  return "children" in piece
    ? piece.children.flatMap((child) => readInline(child, styles))
    : [{ text: piece.text, styles }];
}
