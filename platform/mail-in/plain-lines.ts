import type { MailLine } from "./parsed-mail.ts";

const MARKS = /^ ?>[> ]*/;
const MARKS_MAX = 200;
const DELIMITER = "-- ";

/** Splits the quote marks from the start of a line, as mail clients write them: `> > text`, `>>text`. */
export function readQuoteMarks(line: string): { depth: number; text: string } {
  const found = MARKS.exec(line.slice(0, MARKS_MAX))?.[0];
  if (found === undefined) return { depth: 0, text: line };
  // One space after the last mark belongs to it.
  const end = found.lastIndexOf(">") + 1;
  const text = line.slice(end);
  return { depth: found.replaceAll(" ", "").length, text: text.startsWith(" ") ? text.slice(1) : text };
}

/** Returns the lines of a plain text, with the soft line breaks of format=flowed (RFC 3676) removed. */
export function plainLines(text: string, { flowed = false, delSp = false } = {}): MailLine[] {
  const written = text.split(/\r\n|\n|\r/);
  const lines = flowed ? readFlowed(written, delSp) : written.map((line, at) => readLine(line, written, at));
  while (lines.at(-1)?.text.trim() === "") lines.pop();
  return lines;
}

function readLine(line: string, all: readonly string[], at: number): MailLine {
  // Programs put it in front of "From" at the start of a line, which begins a mail in an mbox file.
  const isAlone = ![all[at - 1], all[at + 1]].some((next) => next?.startsWith(">"));
  if (line.startsWith(">From ") && isAlone) return { text: line.slice(1), depth: 0 };
  const { depth, text } = readQuoteMarks(line);
  return { text: text === DELIMITER ? text : text.trimEnd(), depth };
}

function readFlowed(written: readonly string[], delSp: boolean): MailLine[] {
  const lines: MailLine[] = [];
  let pieces: string[] | undefined;
  let open: MailLine | undefined;
  const finish = () => {
    if (open && pieces) open.text = pieces.join("").trimEnd();
    open = undefined;
    pieces = undefined;
  };
  for (const line of written) {
    const depth = /^>*/.exec(line)?.[0].length ?? 0;
    const stuffed = line.slice(depth);
    const text = stuffed.startsWith(" ") ? stuffed.slice(1) : stuffed;
    const isDelimiter = text === DELIMITER;
    const isSoft = text.endsWith(" ") && !isDelimiter;
    if (isDelimiter || open?.depth !== depth) finish();
    const piece = isSoft && delSp ? text.slice(0, -1) : text;
    if (open && pieces) pieces.push(piece);
    else {
      open = { text: piece, depth };
      pieces = [piece];
      lines.push(open);
    }
    if (isDelimiter) {
      open = undefined;
      pieces = undefined;
    } else if (!isSoft) finish();
  }
  finish();
  return lines;
}
