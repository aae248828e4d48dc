import { expect, test } from "@playwright/test";
import { writeLines } from "#platform/mail-in/fold.ts";
import { plainLines } from "#platform/mail-in/plain-lines.ts";
import { chooseText, type TextPart } from "#platform/mail-in/text-source.ts";

const plain = (text: string): TextPart => ({ kind: "plain", text, flowed: false, delSp: false });
const html = (text: string): TextPart => ({ kind: "html", text, flowed: false, delSp: false });
const chosen = (...parts: TextPart[]) => {
  const { lines, other } = chooseText([parts]);
  return [writeLines(lines), writeLines(other)];
};

test("HTML is shown if it has all words of the plain version, without its addresses", () => {
  expect(chosen(plain("Hello <https://a.example/x> you [cid:p1]"), html("<b>Hello</b> you and more"))).toEqual([
    "**Hello** you and more",
    "",
  ]);
});

test("the plain version is shown if HTML lacks words of it and has no more of its own", () => {
  expect(chosen(plain("Hello you"), html("<p>Hello</p>"))).toEqual(["Hello you", ""]);
  expect(chosen(plain("Hello you"), html("<img src=x>"))).toEqual(["Hello you", ""]);
});

test("of two versions that say something else, the longer one is shown and the other is kept", () => {
  expect(chosen(plain("Please use another program"), html("<p>The whole text, as it was written by Jane</p>"))).toEqual(
    ["The whole text, as it was written by Jane", "Please use another program"],
  );
  expect(chosen(plain("See below"), html("<p>The whole text</p>"))).toEqual(["The whole text", ""]);
});

test("further texts follow", () => {
  expect(writeLines(chooseText([[plain("One")], [html("<p>Two</p>")], [plain("")]]).lines)).toBe("One\n\nTwo");
});

const FLOWED: [why: string, text: string, delSp: boolean, lines: string][] = [
  ["soft breaks", "One \ntwo\nthree", false, "One two\nthree"],
  ["deleted spaces", "On \ne two", true, "One two"],
  ["a stuffed space", " From here\n > there", false, "From here\n> there"],
  ["quotes", ">> One \n>> two\n> three \nfour", false, "> > One two\n> three\nfour"],
  ["the delimiter of a signature", "One \n-- \nJane", false, "One\n-- \nJane"],
];

for (const [why, text, delSp, lines] of FLOWED) {
  test(`format=flowed is undone: ${why}`, () => {
    expect(writeLines(plainLines(text, { flowed: true, delSp }))).toBe(lines);
  });
}

test("quote marks give a depth, and a mark that a program put before From gives none", () => {
  expect(plainLines("a\n> b\n>> c\n> > d\n>e\n>From f\ng>").map(({ depth, text }) => `${depth}${text}`)).toEqual([
    "0a",
    "1b",
    "2c",
    "2d",
    "1e",
    "1From f",
    "0g>",
  ]);
  expect(plainLines("a\n>From b\nc").map(({ depth, text }) => `${depth}${text}`)).toEqual(["0a", "0From b", "0c"]);
});
