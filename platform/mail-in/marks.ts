import { createLineParser } from "../formatted-text/inlines.ts";
import type { Inline } from "../formatted-text/tree.ts";

export type Style = { strong: boolean; emphasis: boolean; code: boolean; href: string };

/** A piece of a line, and how it's shown. */
export type Run = { text: string; style: Style };

export const PLAIN: Style = { strong: false, emphasis: false, code: false, href: "" };

// Above it, a line whose marks aren't all read back is written without any.
const TRIED_MAX = 12;
// A longer line, or one of more pieces, is text only.
const LENGTH_MAX = 20_000;
const RUNS_MAX = 500;

const parseLine = createLineParser();

const isSame = (one: Style, other: Style) =>
  one.strong === other.strong && one.emphasis === other.emphasis && one.code === other.code && one.href === other.href;

const isPlain = (style: Style) => isSame(style, PLAIN);

/** Writes a line with the marks of our formatting. A mark that the parser wouldn't read back as that mark is left out. */
export function writeMarks(runs: readonly Run[]): string {
  const merged = mergeRuns(runs);
  if (merged.every(({ style }) => isPlain(style))) return merged.map(({ text }) => text).join("");
  const length = merged.reduce((sum, { text }) => sum + text.length, 0);
  if (length > LENGTH_MAX || merged.length > RUNS_MAX) return merged.map((run) => withoutStyle(run).text).join("");
  const whole = merged.map(writeRun).join("");
  if (isReadBack(whole, merged)) return whole;
  const marked = merged.filter(({ style }) => !isPlain(style)).length;
  const kept = merged.map(withoutStyle);
  if (marked > TRIED_MAX) return kept.map(writeRun).join("");
  for (const [at, run] of merged.entries()) {
    const tried = kept.with(at, run);
    if (!isPlain(run.style) && isReadBack(tried.map(writeRun).join(""), tried)) kept[at] = run;
  }
  return kept.map(writeRun).join("");
}

function mergeRuns(runs: readonly Run[]): Run[] {
  const merged: Run[] = [];
  for (const run of runs) {
    const last = merged.at(-1);
    if (last && isSame(last.style, run.style)) last.text += run.text;
    else merged.push({ ...run });
  }
  return merged;
}

// The address of a link isn't lost with its mark.
function withoutStyle({ text, style: { href } }: Run): Run {
  const isShown = href === "" || text.includes(href.replace(/^mailto:/, ""));
  return { text: isShown ? text : `${text} (${href.replace(/^mailto:/, "")})`, style: PLAIN };
}

function writeRun({ text, style }: Run): string {
  const inner = text.trim();
  if (isPlain(style) || inner === "") return text;
  const at = text.indexOf(inner);
  return text.slice(0, at) + writeStyled(inner, style) + text.slice(at + inner.length);
}

function writeStyled(text: string, { strong, emphasis, code, href }: Style): string {
  const mark = (strong ? "**" : "") + (emphasis ? "*" : "");
  const marked = code ? `\`${text}\`` : mark + text + mark;
  return href === "" || href === text || href === `mailto:${text}` ? marked : `[${marked}](${href})`;
}

/** Whether the parser reads a line as these runs. White space has no style. */
function isReadBack(line: string, runs: readonly Run[]): boolean {
  const read: Run[] = [];
  flatten(parseLine(line), PLAIN, read);
  return signOf(read) === signOf(runs);
}

function flatten(pieces: readonly Inline[], style: Style, into: Run[]): void {
  for (const piece of pieces) {
    if (typeof piece === "string") into.push({ text: piece, style });
    else if (piece.kind === "code") into.push({ text: piece.text, style: { ...style, code: true } });
    else if (piece.kind === "strong") flatten(piece.children, { ...style, strong: true }, into);
    else if (piece.kind === "emphasis") flatten(piece.children, { ...style, emphasis: true }, into);
    else if (piece.kind === "link") flatten(piece.children, { ...style, href: piece.href }, into);
    else into.push({ text: piece.text, style });
  }
}

function signOf(runs: readonly Run[]): string {
  const parts: string[] = [];
  let last: Style | undefined;
  for (const { text, style } of mergeRuns(runs)) {
    const shown = text.replace(/\s+/g, "");
    if (shown === "") continue;
    // A bare address is a link with and without a mark.
    const isBare = style.href === shown || style.href === `mailto:${shown}`;
    const seen = isBare ? { ...style, href: "" } : style;
    if (!last || !isSame(last, seen)) parts.push(`\n${JSON.stringify(seen)}\n`);
    parts.push(shown);
    last = seen;
  }
  return parts.join("");
}
