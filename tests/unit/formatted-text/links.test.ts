import { expect, test } from "@playwright/test";
import { parseText } from "#platform/formatted-text/parse.ts";
import { hrefsOf, outlineOf } from "./outline.ts";

const hrefs = (text: string) => hrefsOf(parseText(text));

test("finds web addresses and leaves the sentence around them alone", () => {
  expect(hrefs("See https://shop.example/a?b=1#c. Or (http://shop.example/d), please")).toEqual([
    "https://shop.example/a?b=1#c",
    "http://shop.example/d",
  ]);
  expect(hrefs("https://shop.example/wiki/Mug_(cup)")).toEqual(["https://shop.example/wiki/Mug_(cup)"]);
  expect(hrefs("見て https://shop.example/皿。ありがとう")).toEqual(["https://shop.example/皿"]);
  expect(hrefs("HTTPS://shop.example/A")).toEqual(["HTTPS://shop.example/A"]);
});

test("finds email addresses and leaves the sentence around them alone", () => {
  expect(hrefs("Write to ana.b+x@shop-1.example, or (mailto:ben@shop.co.example)!")).toEqual([
    "mailto:ana.b+x@shop-1.example",
    "mailto:ben@shop.co.example",
  ]);
  expect(hrefs("https://shop.example/?to=ana@shop.example")).toEqual(["https://shop.example/?to=ana@shop.example"]);
});

for (const text of [
  "javascript:alert(1)",
  "java\nscript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "ftp://shop.example",
  "https://",
  "https://bank.example@evil.example/",
  "https://bank.example:pass@evil.example/",
  "https://bank.example\\@evil.example",
  "ana@localhost",
  "ana@shop.example1",
  "@shop.example",
  "éna@shop.example",
  `${"a".repeat(65)}@shop.example`,
]) {
  test(`makes no link of ${JSON.stringify(text)}`, () => {
    expect(hrefs(text)).toEqual([]);
    expect(outlineOf(parseText(text))).toBe(text.replaceAll("\n", "⏎"));
  });
}

test("ends a link at a character that changes the text's direction", () => {
  expect(hrefs("https://shop.example/\u202Egpj.exe")).toEqual(["https://shop.example/"]);
});
