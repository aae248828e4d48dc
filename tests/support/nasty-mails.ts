import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { finished } from "node:stream/promises";

/** A generated mail. Each word of `own` was written by its sender, each of `quoted` is in the quote; each occurs once. */
export type NastyMail = { raw: Buffer; own: string[]; quoted: string[]; files: number; isInline: boolean };

type Random = { below(max: number): number; pick<T>(from: readonly T[]): T };

/** A generator of numbers that gives the same for the same seed (mulberry32). */
function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const below = (max: number) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % max;
  };
  return {
    below,
    pick: (from) => {
      const found = from[below(from.length)];
      if (found === undefined) throw new Error("nothing to pick from");
      return found;
    },
  };
}

const TEXTS = [
  "Grüße aus Köln",
  "Yes, it's “fine”",
  "はい、ありがとう",
  "Да, спасибо",
  "نعم شكرا",
  "*not bold* 2*3*4",
  "> 5 pieces",
];
const CHARSETS = ["utf-8", "UTF8", '"utf-8"', "us-ascii", "iso-8859-1", "x-unknown"];
const ENCODINGS = ["8bit", "base64", "quoted-printable", "BASE64 ", ""];
const NEWLINES = ["\r\n", "\n"];
const SUBJECTS = ["Re: Hi", "=?utf-8?B?UmU6IEdyw7zDn2U=?=", "=?utf-8?Q?Re=3A_?= =?utf-8?Q?Hi?=", "", "Fwd: Re: AW: Hi"];
const ATTRIBUTION = "On Fri, Nov 3, 2023 at 9:00 AM Shop <inbox@shop.example> wrote:";
const ROWS = "From: Shop <inbox@shop.example>\nSent: Friday\nTo: Jane\nSubject: Hi";
const ODD_HEADERS = [
  `X-Long: ${"x".repeat(990)}`,
  "X-Empty:",
  "x-raw: gr\u00fc\u00dfe",
  "Received: from a\n\tby b\n\tfor c",
  "Not a header",
];

type Quote = "none" | "marks" | "rows" | "inline" | "bottom";

function encode(text: string, encoding: string): string {
  const bytes = Buffer.from(text);
  if (/base64/i.test(encoding)) return bytes.toString("base64").replace(/.{76}/g, "$&\n");
  if (encoding !== "quoted-printable") return text;
  const hex = (byte: number) => `=${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  return text
    .split("\n")
    .map((line) =>
      [...Buffer.from(line)].map((byte) =>
        byte > 32 && byte < 126 && byte !== 61 ? String.fromCharCode(byte) : hex(byte),
      ),
    )
    .map((line) => line.join("").replace(/(?:=..|.){1,70}(?=.)/g, "$&=\n"))
    .join("\n");
}

function plainText(own: readonly string[], quoted: readonly string[], quote: Quote): string {
  const marked = quoted.map((line) => `> ${line}`).join("\n");
  if (quote === "none") return own.join("\n");
  if (quote === "marks") return `${own.join("\n\n")}\n\n${ATTRIBUTION}\n${marked}`;
  if (quote === "rows") return `${own.join("\n")}\n\n${ROWS}\n\n${quoted.join("\n")}`;
  if (quote === "bottom") return `${ATTRIBUTION}\n${marked}\n\n${own.join("\n")}`;
  return `${ATTRIBUTION}\n${own.map((line, at) => `> ${quoted[at] ?? ""}\n\n${line}\n`).join("\n")}`;
}

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

function htmlText(own: readonly string[], quoted: readonly string[], quote: Quote): string {
  const lines = (some: readonly string[]) => some.map((line) => `<div>${escaped(line)}</div>`).join("\n");
  const cited = `<div class="gmail_quote"><div class="gmail_attr">${escaped(ATTRIBUTION)}<br></div><blockquote class="gmail_quote">${lines(quoted)}</blockquote></div>`;
  if (quote === "none") return lines(own);
  if (quote === "marks") return lines(own) + cited;
  if (quote === "rows")
    return `${lines(own)}<hr><div id="divRplyFwdMsg">${escaped(ROWS).replaceAll("\n", "<br>")}</div>${lines(quoted)}`;
  if (quote === "bottom") return cited + lines(own);
  return own
    .map((line, at) => `<blockquote type="cite">${lines(quoted.slice(at, at + 1))}</blockquote>${lines([line])}`)
    .join("");
}

/** Generates a mail from the list of what must hold. `to` is its recipient, and `from` its sender. */
export function nastyMail(seed: number, { from, to }: { from: string; to: string }): NastyMail {
  const random = randomOf(seed);
  const words = (kind: string) => Array.from({ length: 1 + random.below(3) }, (_, at) => `${kind}${seed}x${at}`);
  const quote = random.pick<Quote>(["none", "marks", "rows", "inline", "bottom"]);
  const own = words("own");
  const quoted = quote === "none" ? [] : own.map((_, at) => `quoted${seed}x${at}`);
  const ownLines = own.map((word) => `${word} ${random.pick(TEXTS)}`);
  const charset = random.pick(CHARSETS);
  const encoding = random.pick(ENCODINGS);
  const part = (type: string, text: string) =>
    `Content-Type: ${type}; charset=${charset}\n${encoding ? `Content-Transfer-Encoding: ${encoding}\n` : ""}\n${encode(text, encoding)}\n`;
  const multi = (kind: string, parts: readonly string[]) => {
    const boundary = `=_${kind}_${seed}_${random.below(1_000)}`;
    const end = random.below(8) === 0 ? "" : `--${boundary}--\n`;
    return `Content-Type: multipart/${kind};\n boundary="${boundary}"\n\npreamble\n${parts.map((one) => `--${boundary}\n${one}`).join("\n")}\n${end}`;
  };
  const plain = part("text/plain", plainText(ownLines, quoted, quote));
  const html = part("text/html", htmlText(ownLines, quoted, quote));
  let body = random.pick([plain, html, multi("alternative", [plain, html])]);
  const files = random.below(4);
  const file = (at: number) =>
    random.pick([
      `Content-Type: image/png; name="${at}.png"\nContent-Transfer-Encoding: base64\n\niVBORw0KGgo=\n`,
      `Content-Type: message/rfc822\n\nFrom: a@b.example\nSubject: inner\n\nhidden${seed}x${at}\n`,
      "Content-Type: text/calendar; method=REQUEST\n\nBEGIN:VCALENDAR\nEND:VCALENDAR\n",
      "Content-Type: application/ms-tnef; name=winmail.dat\nContent-Transfer-Encoding: base64\n\neJ8+Ig==\n",
      `Content-Type: application/octet-stream\nContent-Disposition: attachment;\n filename*0*=utf-8''%E2%82%AC;\n filename*1=${at}.exe\n\nMZ\n`,
    ]);
  if (files > 0) body = multi("mixed", [body, ...Array.from({ length: files }, (_, at) => file(at))]);
  const headers = [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${random.pick(SUBJECTS)}`,
    `Date: Fri, 3 Nov 2023 10:00:${String(seed % 60).padStart(2, "0")} +0000`,
    `Message-ID: <nasty-${seed}@visitor.example>`,
    ...Array.from({ length: random.below(3) }, () => random.pick(ODD_HEADERS)),
    "MIME-Version: 1.0",
  ];
  const newline = random.pick(NEWLINES);
  const raw = Buffer.from(`${headers.join("\n")}\n${body}`.replaceAll("\n", newline));
  return { raw, own, quoted, files, isInline: quote === "inline" || quote === "bottom" };
}

const HEAD = "From: jane@visitor.example\r\nTo: inbox@shop.example\r\nSubject: Large\r\nMIME-Version: 1.0\r\n";
const TEXT = "Content-Type: text/plain\r\n\r\nmarker\r\n";
const MB = 1024 ** 2;

function* repeated(piece: string, size: number): Generator<string> {
  const block = piece.repeat(Math.max(1, Math.floor(65_536 / piece.length)));
  for (let written = 0; written < size; written += block.length) yield block;
}

function* nested(depth: number, open: (at: number) => string, inner: string): Generator<string> {
  for (let at = 0; at < depth; at += 1) yield open(at);
  yield inner;
}

/** Mails that would take much memory or time, in pieces. Each has the word `marker` in its text, if it has one. */
export const NASTY_MAILS: Record<string, () => Generator<string>> = {
  *"a file of 40 MB"() {
    yield `${HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n${TEXT}--b\r\nContent-Type: application/pdf; name=a.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n`;
    yield* repeated(`${"QUJD".repeat(19)}\r\n`, 40 * MB);
    yield "\r\n--b--\r\n";
  },
  *"a text of 20 MB"() {
    yield `${HEAD}\r\nmarker\r\n`;
    yield* repeated("the quick brown fox jumps over the lazy dog\r\n", 20 * MB);
  },
  *"HTML of 20 MB"() {
    yield `${HEAD}Content-Type: text/html\r\n\r\n<p>marker</p>`;
    yield* repeated("<p>the <b>quick</b> brown <a href='https://a.example/'>fox</a> jumps</p>\r\n", 20 * MB);
  },
  *"HTML of 7 MB with a picture in it"() {
    yield `${HEAD}Content-Type: text/html\r\n\r\n<p>marker</p><img alt="" src="data:image/png;base64,`;
    yield* repeated("QUJD", 7 * MB);
    yield '"><p>end</p>';
  },
  *"10,000 headers"() {
    yield HEAD;
    for (let at = 0; at < 10_000; at += 1) yield `X-Header-${at}: value ${at} ${"x".repeat(80)}\r\n`;
    yield "\r\nmarker\r\n";
  },
  *"a header of 10 MB"() {
    yield `${HEAD}X-Long: `;
    yield* repeated("x", 10 * MB);
    yield "\r\n\r\nmarker\r\n";
  },
  *"a header of 500,000 lines"() {
    yield `${HEAD}X-Long: x\r\n`;
    yield* repeated(" y\r\n", 2 * MB);
    yield "\r\nmarker\r\n";
  },
  *"1,000 parts"() {
    yield `${HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n${TEXT}`;
    for (let at = 0; at < 1_000; at += 1) yield `--b\r\nContent-Type: image/png; name=${at}.png\r\n\r\nx\r\n`;
    yield "--b--\r\n";
  },
  *"100,000 parts"() {
    yield `${HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n${TEXT}`;
    yield* repeated("--b\r\n\r\nx\r\n", 1 * MB);
  },
  *"mails in mails, 50 deep"() {
    yield `${HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n${TEXT}--b\r\nContent-Type: message/rfc822\r\n\r\n`;
    yield* nested(
      50,
      (at) => `Subject: ${at}\r\nContent-Type: message/rfc822\r\n\r\n`,
      "Subject: inner\r\n\r\nhidden\r\n",
    );
    yield "--b--\r\n";
  },
  *"multiparts in multiparts, 500 deep"() {
    yield HEAD;
    yield* nested(500, (at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`, TEXT);
  },
  *"elements in elements, 1,000,000 deep"() {
    yield `${HEAD}Content-Type: text/html\r\n\r\n<p>marker</p>`;
    yield* repeated("<b>", 3 * MB);
  },
  *"one line of 20 MB"() {
    yield `${HEAD}\r\nmarker `;
    yield* repeated("x", 20 * MB);
  },
  *"a million lines that begin like a quote"() {
    yield `${HEAD}\r\nmarker\r\n`;
    yield* repeated("From: a\r\nwrote:\r\n> b\r\n", 7 * MB);
  },
  *"a million marks"() {
    yield `${HEAD}Content-Type: text/html\r\n\r\nmarker `;
    yield* repeated("<b>*_`[a](</b>", 7 * MB);
  },
};

/** Writes one of the large mails to a file. */
export async function writeNastyMail(name: string, path: string): Promise<void> {
  const mail = NASTY_MAILS[name];
  if (!mail) throw new Error(`There is no mail called ${name}`);
  const file = createWriteStream(path);
  for (const piece of mail()) {
    if (!file.write(piece)) await once(file, "drain");
  }
  file.end();
  await finished(file);
}
