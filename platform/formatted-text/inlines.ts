import { type Destination, EMAIL, readAddress, readBare, showsHost, WEB } from "./addresses.ts";
import { emojiOf } from "./emoji-codes.ts";
import { plainInlines } from "./plain-text.ts";
import { addInline, type Inline } from "./tree.ts";

// A label contains no brackets, and nothing that could reverse the host after it. An address may have pairs of brackets.
const LABELED =
  /\[([^[\]\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+)\]\(((?:[^\s()<>\p{C}]|\([^\s()<>\p{C}]*\))+)\)/u
    .source;
const TOKEN = `${EMAIL}|${WEB}|${LABELED}|\`+|\\*+|_+|:[a-z\\d_+-]{2,}:`;

// Languages without spaces between words.
const UNSPACED = String.raw`\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\u3000-\u303f\uff00-\uffef\p{Cs}`;
const WORD = new RegExp(String.raw`[^\P{L}${UNSPACED}]|\p{N}`, "u");
// Around the marks of emphasis. Stricter than CommonMark, so that 2*3*4, snake_case, paths and patterns stay as they are.
const OPENS_AFTER = new RegExp(String.raw`^$|[\s\p{Ps}\p{Pi}\p{Pf}\p{Pd}"'*_¡¿…${UNSPACED}]`, "u");
const OPENS_BEFORE = /[^\s\p{Pe}\p{Po}]|["'#@&¡¿*:]/u;
const CLOSES_AFTER = /[^\s\p{Ps}]/u;
const CLOSES_BEFORE = new RegExp(String.raw`^$|[\s\p{Pe}\p{Pi}\p{Pf}\p{Pd}\p{Po}_${UNSPACED}]`, "u");

/** Of each mark, one is open at a time, which bounds the depth. */
type Open = { mark: string; children: Inline[] };

/**
 * Returns a parser of single lines, so that a mark never reaches further than its line. It takes time in proportion to
 * the line's length. What `mention` matches, which begins with an @, is a mention.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: it only makes the pattern for the function in it.
export function createLineParser(mention?: string): (line: string) => Inline[] {
  const token = new RegExp(mention ? `${mention}|${TOKEN}` : TOKEN, "gu");

  // biome-ignore lint/complexity/noExcessiveLinesPerFunction: its readers share the position in the line and the open marks.
  return function parseLine(line, isLabel = false): Inline[] {
    const root: Open = { mark: "", children: [] };
    const opened = [root];
    const unclosed = new Set<string>();
    let at = 0;
    let emojiEnd = -1;

    const add = (piece: Inline) => addInline((opened.at(-1) ?? root).children, piece);
    const take = (piece: Inline, length: number) => {
      add(piece);
      at += length;
    };
    /** Makes text of the marks that are still open, down to a depth. */
    const giveUp = (depth: number) => {
      for (const { mark, children } of opened.splice(depth)) {
        add(mark);
        for (const child of children) add(child);
      }
    };

    const readCode = (run: string): boolean => {
      const start = at + run.length;
      // Longer marks may need spaces, around a backtick.
      const mayBeSpaced = run.length > 1;
      if (run.length > 3 || unclosed.has(run) || WORD.test(line.charAt(at - 1))) return false;
      if (!mayBeSpaced && /\s/.test(line.charAt(start))) return false;
      for (let end = start; ; end += 1) {
        end = line.indexOf(run, end);
        if (end < 0) break;
        const [before, after] = [line.charAt(end - 1), line.charAt(end + run.length)];
        if (before === "`" || after === "`" || WORD.test(after)) continue;
        if (!mayBeSpaced && /\s/.test(before)) continue;
        const text = line.slice(start, end);
        take({ kind: "code", text: text.trim() && mayBeSpaced ? text.trim() : text }, end + run.length - at);
        return true;
      }
      unclosed.add(run);
      return false;
    };

    const readEmphasis = (mark: string): boolean => {
      if (mark.length > (mark[0] === "*" ? 3 : 1)) return false;
      const [before, after] = [line.charAt(at - 1), line.charAt(at + mark.length)];
      const depth = opened.findIndex((open) => open.mark === mark);
      if (depth > 0 && CLOSES_AFTER.test(before) && CLOSES_BEFORE.test(after)) {
        giveUp(depth + 1);
        const children = opened.pop()?.children ?? [];
        const inner: Inline[] = mark.length === 3 ? [{ kind: "emphasis", children }] : children;
        take({ kind: mark[1] ? "strong" : "emphasis", children: inner }, mark.length);
        return true;
      }
      if (!OPENS_AFTER.test(before) || !OPENS_BEFORE.test(after)) return false;
      // The mark that's nearer to the end is the one that's closed.
      if (depth > 0) giveUp(depth);
      opened.push({ mark, children: [] });
      at += mark.length;
      return true;
    };

    const readEmoji = (code: string): boolean => {
      const before = line.charAt(at - 1);
      const emoji = emojiOf(code.slice(1, -1));
      if (!emoji || WORD.test(before) || WORD.test(line.charAt(at + code.length))) return false;
      if (before === ":" && emojiEnd !== at) return false;
      take(emoji, code.length);
      emojiEnd = at;
      return true;
    };

    const readLabeled = (found: string, label: string, address: string): boolean => {
      const destination = readAddress(address);
      if (!destination || !label.trim()) return false;
      const children = parseLine(label, true);
      take(linkTo(destination, children, plainInlines(children)), found.length);
      return true;
    };

    const readAddressIn = (found: string): boolean => {
      const address = !isLabel && readBare(found, line.charAt(at - 1));
      if (address) take(linkTo(address, [address.text], address.text), address.text.length);
      return !!address;
    };

    const read = (found: string, label?: string, address?: string): boolean => {
      if (found[0] === "`") return readCode(found);
      if (/^[*_]+$/.test(found)) return readEmphasis(found);
      if (found[0] === ":") return readEmoji(found);
      if (label && address) return readLabeled(found, label, address);
      if (found[0] !== "@") return readAddressIn(found);
      take({ kind: "mention", text: found }, found.length);
      return true;
    };

    for (;;) {
      token.lastIndex = at;
      const match = token.exec(line);
      if (!match) break;
      const [found, label, address] = match;
      take(line.slice(at, match.index), match.index - at);
      if (read(found, label, address)) continue;
      // Something else may begin in what only looked like a link, and at the colon that ends an unknown code.
      const length = found[0] === "[" ? 1 : found.length - (found[0] === ":" ? 1 : 0);
      take(found.slice(0, length), length);
    }
    add(line.slice(at));
    giveUp(1);
    return root.children;
  };
}

function linkTo({ href, host }: Destination, children: Inline[], text: string): Inline {
  return { kind: "link", href, ...(!showsHost(text, host) && { host }), children };
}
