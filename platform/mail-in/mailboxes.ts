import { decodeWords } from "./charsets.ts";
import type { Mailbox } from "./parsed-mail.ts";

const MAILBOXES_MAX = 1_000;

/** One mailbox of a list while it's read: everything outside angle brackets, and what's in each pair of them. */
type Reading = { words: string; plain: string; comments: string[]; angles: string[] };

const start = (): Reading => ({ words: "", plain: "", comments: [], angles: [] });

/**
 * Reads the mailboxes of a From, To or Cc field (RFC 5322), groups included. If programs could disagree about the address,
 * it returns a mailbox for each of them. At most 1,000.
 */
export function readMailboxes(value: string): Mailbox[] {
  const found: Mailbox[] = [];
  let reading = start();
  const finish = () => {
    for (const mailbox of mailboxesOf(reading)) if (found.length < MAILBOXES_MAX) found.push(mailbox);
    reading = start();
  };
  for (let at = 0; at < value.length; ) {
    const character = value.charAt(at);
    const [text, end] = readPiece(value, at);
    if (character === "(") reading.comments.push(text);
    else if (character === "<") reading.angles.push(text);
    else if (character === '"') {
      reading.words += text;
      reading.plain += value.slice(at, end);
    } else if (character === "," || character === ";") finish();
    // A group's name.
    else if (character === ":" && !reading.plain.includes("@")) reading = start();
    else {
      reading.words += text;
      reading.plain += text;
    }
    at = end;
  }
  finish();
  return found;
}

const CLOSING: Record<string, string> = { "(": ")", "<": ">", '"': '"' };

/** Returns what begins at a character, without its brackets or quotes, and where it ends. What isn't closed ends with the value. */
function readPiece(value: string, from: number): [text: string, end: number] {
  const opening = value.charAt(from);
  const closing = CLOSING[opening];
  if (!closing) return [opening, from + 1];
  let depth = 1;
  let text = "";
  let isQuoted = false;
  for (let at = from + 1; at < value.length; at += 1) {
    const character = value.charAt(at);
    if (character === "\\") {
      text += opening === "<" ? value.slice(at, at + 2) : value.charAt(at + 1);
      at += 1;
      continue;
    }
    if (opening === "<" && character === '"') isQuoted = !isQuoted;
    if (character === closing && !isQuoted) depth -= 1;
    else if (opening === "(" && character === "(") depth += 1;
    if (depth === 0) return [text, at + 1];
    text += character;
  }
  return [text, value.length];
}

function mailboxesOf({ words, plain, comments, angles }: Reading): Mailbox[] {
  const name = decodeWords(words).replace(/\s+/g, " ").trim();
  if (angles.length > 0) {
    // A route (RFC 5322 section 4.4) comes before a colon.
    return angles.map((angle) => ({ name, address: angle.replace(/^\s*@[^:]*:/, "").trim() }));
  }
  const addresses = plain.trim().includes('"')
    ? [plain.trim()]
    : plain.split(/\s+/).filter((word) => word.includes("@"));
  const label = decodeWords(comments.join(" ")).trim();
  if (addresses.length > 0) return addresses.map((address) => ({ name: label, address }));
  return name === "" ? [] : [{ name, address: "" }];
}
