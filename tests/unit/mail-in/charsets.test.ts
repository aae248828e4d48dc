import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { decodeText, decodeWords } from "#platform/mail-in/charsets.ts";

const hex = (bytes: string) => Buffer.from(bytes.replaceAll(" ", ""), "hex");

const ROWS: [why: string, bytes: Buffer, charset: string | undefined, text: string][] = [
  ["UTF-8", Buffer.from("Grüße 😀"), "utf-8", "Grüße 😀"],
  ["UTF-8 in quotes and upper case", Buffer.from("Grüße"), ' "UTF-8" ', "Grüße"],
  ["windows-1252 that calls itself iso-8859-1", hex("80 93 71 94"), "iso-8859-1", "€“q”"],
  ["windows-1252 that calls itself us-ascii", hex("67 72 fc df 65"), "us-ascii", "grüße"],
  ["windows-1252 that calls itself UTF-8", hex("67 72 fc df 65"), "utf-8", "grüße"],
  ["UTF-8 that calls itself us-ascii", Buffer.from("grüße"), "us-ascii", "grüße"],
  ["UTF-8 that calls itself windows-1251", Buffer.from("Привет"), "windows-1251", "Привет"],
  ["UTF-8 that calls itself nothing", Buffer.from("Привет"), undefined, "Привет"],
  ["UTF-8 with an unknown name", Buffer.from("Привет"), "x-none", "Привет"],
  ["windows-1252 that calls itself nothing", hex("67 72 fc df 65"), undefined, "grüße"],
  ["windows-1252 with an unknown name", hex("67 72 fc df 65"), "x-none", "grüße"],
  ["windows-1251", hex("cf f0 e8 e2 e5 f2"), "cp-1251", "Привет"],
  ["KOI8-R", hex("f0 d2 c9 d7 c5 d4"), "koi8-r", "Привет"],
  ["GB18030 that calls itself GB2312", hex("d6 d0 81 30 81 30"), "gb2312", "中\u0080"],
  ["Big5", hex("a4 a4 a4 e5"), "Big5", "中文"],
  ["Shift_JIS", hex("82 b1 82 f1"), "cp932", "こん"],
  ["ISO-2022-JP", hex("1b 24 42 24 33 24 73 1b 28 42 21"), "ISO-2022-JP", "こん!"],
  ["EUC-KR", hex("b0 a1"), "ks_c_5601-1987", "가"],
  ["UTF-16", hex("fe ff 00 41 26 3a"), "utf-16be", "A☺"],
  ["UTF-7", Buffer.from("Hi +ADw-b+AD4-"), "utf-7", "Hi <b>"],
  ["code page 850", hex("81 84"), "cp850", "üä"],
  ["a NUL character", Buffer.from("a\0b"), "utf-8", "ab"],
  ["a byte order mark", hex("ef bb bf 61"), "utf-8", "a"],
];

for (const [why, bytes, charset, text] of ROWS) {
  test(`a text is decoded: ${why}`, () => {
    expect(decodeText(bytes, charset).text).toBe(text);
  });
}

test("any bytes with any name become a text without NUL characters", () => {
  const names = fc.constantFrom("utf-8", "gb2312", "iso-2022-jp", "utf-16", "utf-7", "hex", "base64", "x", "");
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), fc.oneof(names, fc.string()), (bytes, charset) => {
      const { text } = decodeText(bytes, charset);
      expect(text).not.toContain("\0");
      expect(text.isWellFormed()).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});

const WORDS: [why: string, value: string, text: string][] = [
  ["base64", "=?utf-8?B?R3LDvMOfZQ==?= you", "Grüße you"],
  ["quoted-printable, with an underscore", "=?ISO-8859-1?Q?Gr=FC=DFe_you?=", "Grüße you"],
  ["two, and white space between them", "=?utf-8?q?one?=\r\n =?utf-8?q?_two?=", "one two"],
  ["split in a character", "=?utf-8?B?R3LD?= =?utf-8?B?vMOfZQ==?=", "Grüße"],
  ["split in a character of ISO-2022-JP", "=?iso-2022-jp?B?GyRCJDMk?= =?iso-2022-jp?B?cxsoQg==?=", "こん"],
  ["with a language", "=?utf-8*en?q?hello?=", "hello"],
  ["with another charset next to it", "=?utf-8?q?=C3=BC?= =?iso-8859-1?q?=FC?=", "üü"],
  ["text around and between", "a =?utf-8?q?b?= c =?utf-8?q?d?= e", "a b c d e"],
  ["not one", "=?utf-8?x?b?= =? =?=", "=?utf-8?x?b?= =? =?="],
  ["a charset that's unknown", "=?x-none?q?=FC?=", "ü"],
];

for (const [why, value, text] of WORDS) {
  test(`encoded words are decoded: ${why}`, () => {
    expect(decodeWords(value)).toBe(text);
  });
}
