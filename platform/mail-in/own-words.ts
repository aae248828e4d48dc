import { writeLines } from "./fold.ts";
import { findWords, foldLines, wordsOf } from "./fold-lines.ts";
import type { MailLine } from "./parsed-mail.ts";

/** What's known of the mail that a person replies to. */
export type Alert = {
  /** The sentence that begins our mail. */
  fence: string;
  /** The host of the service, which is in the links of our mails. */
  host: string;
  /** Sentences of the mail that's replied to. */
  alert?: readonly string[];
};

/** `said`: what the visitor wrote in the conversation, newest first. */
type Reply = Alert & { said: readonly string[] };

// What reply addresses and links have: 26 letters of base 32, or more of base64url.
const TOKEN =
  /(?<![\w-])(?:(?=[\w-]*[2-7])(?:[a-z2-7]{26}|[A-Z2-7]{26})|(?=[\w-]*\d)(?=[\w-]*[A-Z])[\w-]{40,})(?![\w-])/;
// A shorter line could be in any text.
const LINE_MIN = 12;
// Lines that a client wrapped are searched for in what the visitor said, so there's a limit to both.
const WRAPPED_MAX = 200;
const QUOTED_MAX = 300;
const SAID_MAX = 20_000;

/**
 * Returns what a person's reply to an alert may send to the visitor: their own lines, and of the quoted ones between them only those
 * that the visitor wrote. `isSafe`: nothing in it may come from the alert.
 */
export function keepOwnWords(lines: readonly MailLine[], of: Reply): { text: string; isSafe: boolean } {
  const { kinds, isSure } = foldLines(lines, of.fence);
  const lastOwn = kinds.findLastIndex((kind, at) => kind === "own" && lines[at]?.text.trim() !== "");
  const said = {
    lines: new Set(of.said.flatMap((text) => text.split("\n")).map(wordsOf)),
    words: wordsOf(of.said.join(" ").slice(0, SAID_MAX)),
  };
  let left = QUOTED_MAX;
  const kept = lines.filter((line, at) => {
    if (kinds[at] === "own") return true;
    if (kinds[at] !== "quote" || at > lastOwn) return false;
    left -= 1;
    return left >= 0 && isSaid(line, said);
  });
  return { text: writeLines(kept), isSafe: isSure && !namesAlert(kept, of) };
}

type Said = { lines: ReadonlySet<string>; words: string };

function isSaid({ text, depth }: MailLine, said: Said): boolean {
  const words = wordsOf(text);
  if (depth === 0 || words === "") return false;
  return said.lines.has(words) || (words.length <= WRAPPED_MAX && said.words.includes(words));
}

/** Whether lines name something of an alert: its link, a token, or one of its sentences. */
export function namesAlert(lines: readonly MailLine[], { fence, host, alert = [] }: Alert): boolean {
  const text = writeLines(lines);
  if (TOKEN.test(text) || text.toLowerCase().includes(host.toLowerCase()) || findWords(lines, fence) >= 0) return true;
  const words = wordsOf(text);
  // Also if the visitor wrote it: they may have done so for that.
  return alert.map(wordsOf).some((line) => line.length >= LINE_MIN && words.includes(line));
}
