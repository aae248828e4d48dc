import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { splitLinks } from "#client/links.ts";
import { anyLetter } from "../../support/any-letter.ts";

const hrefs = (text: string) => splitLinks(text).flatMap(({ href }) => href ?? []);

test("finds web addresses and leaves the sentence around them alone", () => {
  expect(hrefs("See https://shop.example/a?b=1#c. Or (http://shop.example/d), please")).toEqual([
    "https://shop.example/a?b=1#c",
    "http://shop.example/d",
  ]);
  expect(hrefs("https://shop.example/wiki/Mug_(cup)")).toEqual(["https://shop.example/wiki/Mug_(cup)"]);
  expect(hrefs("見て https://shop.example/皿。ありがとう")).toEqual(["https://shop.example/皿"]);
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
  "[x](javascript:alert(1))",
  "ftp://shop.example",
  "https://",
  "https://bank.example@evil.example/",
  "https://bank.example:pass@evil.example/",
  "ana@localhost",
  "ana@shop.example1",
  "@shop.example",
  "éna@shop.example",
  `${"a".repeat(65)}@shop.example`,
]) {
  test(`makes no link of ${JSON.stringify(text)}`, () => {
    expect(hrefs(text)).toEqual([]);
  });
}

test("ends a link at a character that changes the text's direction", () => {
  expect(hrefs("https://shop.example/\u202Egpj.exe")).toEqual(["https://shop.example/"]);
});

test("never changes the text", () => {
  const ends = fc.constantFrom("https://", "@", "(", ")", ". ", "\n");
  const piece = fc.oneof(fc.string({ unit: anyLetter }), fc.webUrl(), fc.emailAddress(), ends);
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = pieces.join("");
      const parts = splitLinks(text);
      expect(parts.map((part) => part.text).join("")).toBe(text);
      for (const { text: shown, href } of parts) if (href) expect([shown, `mailto:${shown}`]).toContain(href);
      for (const href of parts.flatMap((part) => part.href ?? [])) expect(href).toMatch(/^(https?:\/\/|mailto:)/i);
    }),
  );
});
