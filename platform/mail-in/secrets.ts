const REPLACED = "…";

const [TAB, NEWLINE, RETURN, SPACE, PERCENT, QUOTE] = [0x09, 0x0a, 0x0d, 0x20, 0x25, 0x3e];
// Also encoded several times, as in a link within a link: `%2523`.
const ENCODED = /%(?:25)*([0-9a-f]{2})/iy;
const LINK_PATH = /(?:mail\/unsubscribe\/|[^\s#<>"')\]]{0,300}#)/y;
const OF_LINK = /[^\s<>"')\]]/;
const OF_TOKEN = /[\w.-]/;
// One-time links have 43 characters, signed ones more.
const LINK_TOKEN_MIN = 43;
// A word after a link isn't part of its token. A piece of a signed link that was wrapped several times is.
const PIECE_MIN = 16;
const RANDOM = /\d|_|[a-z][A-Z]/;
const REPLY_TOKEN = /[a-z2-7]{26}$/;
const REPLY_TOKEN_LENGTH = 26;

/** A part of a text, by its offsets. */
type Span = readonly [from: number, to: number];

/**
 * Replaces what gives access in a mail that others read: our links with a token, and reply addresses, also if they're encoded within
 * another link or wrapped by a mail client. `address` is where replies are sent, `inbox@example.com` or `*@reply.example.com`.
 * It takes linear time.
 */
export function withoutSecrets(text: string, baseUrl: string, address: string): string {
  const found = readUnwrapped(text);
  const spans = [...findLinkTokens(found, baseUrl), ...findReplyTokens(found, address)].toSorted(([a], [b]) => a - b);
  let kept = "";
  let end = 0;
  for (const [from, to] of spans) {
    if (from >= end) kept += text.slice(end, from) + REPLACED;
    end = Math.max(end, to);
  }
  return kept + text.slice(end);
}

/**
 * A text without its line breaks and the marks of quotes after them, and with percent-encoded characters decoded. Each character has
 * its offsets in the text that was read, and whether a line break is in front of it.
 */
type Unwrapped = { text: string; lower: string; from: Uint32Array; to: Uint32Array; isBroken: Uint8Array };

function readUnwrapped(text: string): Unwrapped {
  const codes = new Uint16Array(text.length);
  const [from, to] = [new Uint32Array(text.length + 1), new Uint32Array(text.length + 1)];
  const isBroken = new Uint8Array(text.length + 1);
  let length = 0;
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (code === NEWLINE || code === RETURN) {
      while (length > 0 && isBlank(codes[length - 1])) length -= 1;
      while (at < text.length && isWrapping(text.charCodeAt(at))) at += 1;
      isBroken[length] = 1;
      continue;
    }
    ENCODED.lastIndex = at;
    const encoded = code === PERCENT ? ENCODED.exec(text) : null;
    codes[length] = encoded ? Number.parseInt(encoded[1] ?? "", 16) : code;
    from[length] = at;
    at += encoded?.[0].length ?? 1;
    to[length] = at;
    length += 1;
    isBroken[length] = 0;
  }
  const unwrapped = Buffer.from(codes.buffer, 0, length * 2).toString("utf16le");
  return { text: unwrapped, lower: lowerAscii(unwrapped), from, to, isBroken };
}

const isBlank = (code: number | undefined) => code === SPACE || code === TAB;
const isWrapping = (code: number) => code === NEWLINE || code === RETURN || code === QUOTE || isBlank(code);

// Other letters may change their length.
const lowerAscii = (text: string) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

function* findLinkTokens(found: Unwrapped, baseUrl: string): Generator<Span> {
  const base = `${lowerAscii(baseUrl.replace(/\/$/, ""))}/`;
  for (let at = found.lower.indexOf(base); at >= 0; ) {
    let next = at + base.length;
    const start = endOf(LINK_PATH, found.lower, next);
    const end = start === undefined ? undefined : tokenEnd(found, start, hasBreak(found, at + 1, start + 1));
    if (start !== undefined && end !== undefined) {
      yield spanOf(found, start, end);
      next = end;
    }
    at = found.lower.indexOf(base, next);
  }
}

/** Returns where a link's token ends that starts at `start`. What comes after a line break has to look like one. */
function tokenEnd(found: Unwrapped, start: number, isAfterBreak: boolean): number | undefined {
  let end = runEnd(found, OF_LINK, start);
  let whole = end > start && (!isAfterBreak || end - start >= LINK_TOKEN_MIN) ? end : undefined;
  while (end > start && found.isBroken[end] === 1) {
    const pieceEnd = runEnd(found, OF_TOKEN, end);
    const piece = found.text.slice(end, pieceEnd);
    const isShort = end - start < LINK_TOKEN_MIN;
    if (piece === "" || !(isShort || (piece.length >= PIECE_MIN && RANDOM.test(piece)))) break;
    end = pieceEnd;
    if (end - start >= LINK_TOKEN_MIN) whole = end;
  }
  return whole;
}

function* findReplyTokens(found: Unwrapped, address: string): Generator<Span> {
  const [local = "", domain = ""] = lowerAscii(address).split("@");
  const before = local === "*" ? "" : `${local}+`;
  const after = `@${domain}`;
  for (let at = found.lower.indexOf(after); at >= 0; at = found.lower.indexOf(after, at + 1)) {
    const start = at - REPLY_TOKEN_LENGTH;
    if (start < before.length || !REPLY_TOKEN.test(found.lower.slice(start, at))) continue;
    if (found.lower.startsWith(before, start - before.length)) yield spanOf(found, start, at);
  }
}

const spanOf = ({ from, to }: Unwrapped, start: number, end: number): Span => [from[start] ?? 0, to[end - 1] ?? 0];

/** Returns where a pattern's match ends that begins at a character. */
function endOf(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

const hasBreak = ({ isBroken }: Unwrapped, from: number, to: number) => isBroken.subarray(from, to).includes(1);

/** Returns where the characters of a kind end that begin at one, at the latest at the next line break. */
function runEnd({ text, isBroken }: Unwrapped, kind: RegExp, from: number): number {
  let end = from;
  while (end < text.length && kind.test(text.charAt(end)) && (end === from || isBroken[end] === 0)) end += 1;
  return end;
}
