import { type FoldedLines, foldLines } from "./fold-lines.ts";
import type { MailLine } from "./parsed-mail.ts";

/** The text of a mail in three parts. Each line is in exactly one of them, in its order. */
export type FoldedMail = {
  shown: string;
  quoted: string;
  signature: string;
  /** The sender wrote between or below quoted lines, so these are shown too. */
  isInline: boolean;
  /** Nothing that's shown looks like part of a quote. */
  isSure: boolean;
};

/**
 * Folds a mail: what its sender wrote is shown, and what they quoted and their signature aren't. A text without own lines has an
 * empty `shown`. `fence` is a sentence of our own mails: where it is, the quote has begun.
 */
export function foldMail(lines: readonly MailLine[], fence: string | null): FoldedMail {
  const { kinds, isSure } = foldLines(lines, fence);
  const lastOwn = kinds.findLastIndex((kind, at) => kind === "own" && lines[at]?.text.trim() !== "");
  const isShown = (kind: FoldedLines["kinds"][number] | undefined, at: number) =>
    kind === "own" || (kind === "quote" && at < lastOwn);
  return {
    shown: writeLines(lines.filter((_, at) => isShown(kinds[at], at))),
    quoted: writeLines(lines.filter((_, at) => kinds[at] === "quote" && at > lastOwn)),
    signature: writeLines(lines.filter((_, at) => kinds[at] === "signature")),
    isInline: kinds.some((kind, at) => kind === "quote" && at < lastOwn),
    isSure,
  };
}

/** Writes lines as text, with a `>` for each quote around them, and without empty ones around it. */
export function writeLines(lines: readonly MailLine[]): string {
  const written = lines.map(({ text, depth }) =>
    text === "" ? "> ".repeat(depth).trimEnd() : "> ".repeat(depth) + text,
  );
  const first = written.findIndex((line) => line !== "");
  return written.slice(Math.max(0, first), written.findLastIndex((line) => line !== "") + 1).join("\n");
}
