import iconv from "iconv-lite";

const FALLBACK = "windows-1252";

// What mail programs write, and the name in the Encoding Standard. The larger sets contain the ones that are named.
const ALIASES: [pattern: RegExp, name: string][] = [
  [/^(?:utf8mb\d|utf_8|utf-8.+|unicode-1-1-utf-8)$/, "utf-8"],
  [/^(?:gb2312|gbk|gb_2312-80|gb18030.*|cp936|ms936|x-gbk|hz-gb-2312-?)$/, "gb18030"],
  [/^(?:cp5022\d|csiso2022jp\d*|iso-2022-jp-\d)$/, "iso-2022-jp"],
  [/^(?:cp932|ms932|sjis\d?|shift-jis)$/, "shift_jis"],
  [/^(?:cp949|ms949|ks_c_5601.*|uhc)$/, "euc-kr"],
  [/^(?:cp950|ms950|big5.*)$/, "big5"],
  [/^(?:cp|win|windows|ms|x-cp)[-_]?(125\d|874)$/, "windows-$1"],
  [/^iso[-_ ]?8859[-_](\d+)(?:[-:].*)?$/, "iso-8859-$1"],
  [/^(?:latin-?1|us-ascii.*|ascii.*|ansi.*|7bit|8bit|binary)$/, FALLBACK],
];
const SEVERAL_BYTES = /^(?:utf|gb|big5|euc|shift|iso-2022|unicode)/;

function nameOf(charset: string): string {
  const name = charset
    .trim()
    .replace(/^["']+|["']+$/g, "")
    .toLowerCase();
  for (const [pattern, found] of ALIASES) if (pattern.test(name)) return name.replace(pattern, found);
  return name;
}

/** Decodes in a charset, or returns undefined if it's unknown or the bytes don't fit. */
function decodeIn(bytes: Uint8Array, charset: string): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch (error) {
    // A RangeError is an unknown name, a TypeError bytes that don't fit.
    if (error instanceof TypeError || !iconv.encodingExists(charset) || /^(?:hex|base64|binary)/.test(charset)) {
      return undefined;
    }
    const text = iconv.decode(Buffer.from(bytes), charset);
    return text.includes("\ufffd") ? undefined : text;
  }
}

/**
 * Decodes the text of a mail, whose charset is often wrong: the declared one if the bytes fit, else UTF-8, else windows-1252, which
 * us-ascii and iso-8859-1 also mean. Returns the charset that was used. Leaves out NUL characters.
 */
export function decodeText(bytes: Uint8Array, charset = ""): { text: string; charset: string } {
  const declared = nameOf(charset);
  const order = SEVERAL_BYTES.test(declared) ? [declared, "utf-8"] : ["utf-8", declared];
  for (const name of [...order, FALLBACK]) {
    const text = name === "" ? undefined : decodeIn(bytes, name);
    // A charset of one byte has the same ASCII, so its name is kept.
    if (typeof text === "string") return { text: text.replaceAll("\0", ""), charset: name };
  }
  return { text: Buffer.from(bytes).toString("latin1").replaceAll("\0", ""), charset: FALLBACK };
}

const WORD = /=\?([^?\s*]+)(?:\*[^?\s]*)?\?([bq])\?([^?]*)\?=/gi;
const Q_BYTE = /=([0-9a-f]{2})|_/gi;

const bytesOf = (encoding: string, text: string): Buffer =>
  encoding.toLowerCase() === "b"
    ? Buffer.from(text, "base64")
    : Buffer.from(
        text.replace(Q_BYTE, (_, hex?: string) => String.fromCharCode(hex ? Number.parseInt(hex, 16) : 0x20)),
        "latin1",
      );

/** Decodes the encoded words (RFC 2047) of a header's value. Some programs split them in the middle of a character. */
export function decodeWords(value: string): string {
  let text = "";
  let end = 0;
  let open: { charset: string; pieces: Buffer[] } | undefined;
  const finish = () => {
    if (open) text += decodeText(Buffer.concat(open.pieces), open.charset).text;
    open = undefined;
  };
  for (const match of value.matchAll(WORD)) {
    const [word, charset = "", encoding = "", content = ""] = match;
    const between = value.slice(end, match.index);
    // Only white space between two of them is left out.
    const isNext = open !== undefined && between.trim() === "";
    if (!isNext || open?.charset !== charset.toLowerCase()) finish();
    if (!isNext) text += between;
    open ??= { charset: charset.toLowerCase(), pieces: [] };
    open.pieces.push(bytesOf(encoding, content));
    end = match.index + word.length;
  }
  finish();
  return text + value.slice(end);
}
