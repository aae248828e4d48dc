import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { cutText } from "#platform/characters.ts";
import { emailAddress, longText, oneLine } from "#platform/text.ts";
import { anyLetter } from "../support/any-letter.ts";

const accepts = (schema: ReturnType<typeof oneLine>, text: string) => schema.safeParse(text).success;

// Any code units at all, lone surrogates and NUL too, with the interesting ones often.
const anyText = fc.oneof(
  fc.string({ unit: anyLetter, maxLength: 40 }),
  fc.string({ unit: "grapheme", maxLength: 40 }),
  fc
    .array(fc.constantFrom("a", " ", "\0", "\ud800", "\udc00", "\u200b", "\u3164", "\n", "\u202e", "\u0301", "😀"), {
      maxLength: 12,
    })
    .map((parts) => parts.join("")),
);

test.describe("longText", () => {
  test("returns unchanged whatever it accepts, since text is stored byte for byte", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const parsed = longText(20).safeParse(text);
        if (parsed.success) expect(parsed.data).toBe(text);
      }),
    );
  });

  test("accepts only what PostgreSQL in UTF-8 can store in that many characters", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        if (!accepts(longText(20), text)) return;
        expect(Buffer.from(text).toString()).toBe(text);
        expect(text).not.toContain("\0");
        expect([...text].length).toBeGreaterThanOrEqual(1);
        expect([...text].length).toBeLessThanOrEqual(20);
      }),
    );
  });

  test("accepts every well-formed text with a visible letter that is short enough", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const visible = `a${text.toWellFormed().replaceAll("\0", "")}`;
        expect(accepts(longText(100), visible)).toBe(true);
      }),
    );
  });

  test("rejects every text without anything visible, however long", () => {
    const nothing = fc.constantFrom(
      ..." \t\n\r\u00a0\u00ad\u034f\u115f\u1160\u17b4\u180e\u200b\u200d\u2028\u2060\u2800\u3000\u3164\ufe0f\ufeff\uffa0\u0301",
    );
    fc.assert(
      fc.property(fc.array(nothing, { maxLength: 30 }), (parts) => {
        expect(accepts(longText(100), parts.join(""))).toBe(false);
      }),
    );
  });

  test("counts code points: an emoji is one character, and one with a joiner is several", () => {
    expect(accepts(longText(4), "😀😀😀😀")).toBe(true);
    expect(accepts(longText(4), "😀😀😀😀😀")).toBe(false);
    expect(accepts(longText(4), "👩‍👩‍👧")).toBe(false);
    expect(accepts(longText(9, 3), "😀😀")).toBe(false);
  });

  test("reports one reason at a time, without quoting the text", () => {
    for (const text of ["", "\0", "\ud800", "x".repeat(11)]) {
      const messages = longText(10)
        .safeParse(text)
        .error?.issues.map((issue) => issue.message);
      expect(messages).toEqual([expect.stringMatching(/^must /)]);
    }
  });
});

test.describe("oneLine", () => {
  test("accepts what longText accepts, except line breaks, control characters and bidi marks", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const breaksOut = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(text);
        expect(accepts(oneLine(20), text)).toBe(accepts(longText(20), text) && !breaksOut);
      }),
    );
  });
});

test.describe("emailAddress", () => {
  for (const email of ["a@b.de", "Ada.Lovelace+x@Example.COM", "o'brien@example.ie"]) {
    test(`accepts ${email}`, () => expect(emailAddress.parse(email)).toBe(email));
  }
  for (const email of [
    "a",
    "a@b",
    "@b.de",
    "a@b.de ",
    "a@b.de\n",
    "a@b..de",
    "a b@c.de",
    "a@b.de,c@d.de",
    "<a@b.de>",
    "a＠b.de",
  ]) {
    test(`rejects ${JSON.stringify(email)}`, () => expect(emailAddress.safeParse(email).success).toBe(false));
  }
});

test.describe("cutText", () => {
  const characters = new Intl.Segmenter("en", { granularity: "grapheme" });

  test("keeps as many whole characters as its maximum of code points allows, as people see them", () => {
    const signs = ["x", "👨‍👩‍👧‍👦", "🇩🇪", "👍🏽", "1️⃣", "e\u0301", "क्षि", "\u1100\u1161\u11a8", "\r\n"];
    const unit = fc.oneof(fc.constantFrom(...signs), anyLetter);
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 30 }), fc.nat(20), (text, max) => {
        let fitting = "";
        for (const { segment } of characters.segment(text)) {
          if ([...fitting, ...segment].length > max) break;
          fitting += segment;
        }
        expect(cutText(text, max)).toBe(fitting || [...text].slice(0, max).join(""));
      }),
    );
  });

  test("shows a part of a single character that's longer than its maximum", () => {
    const letter = `e${"\u0301".repeat(300)}`;
    expect(cutText(letter, 140)).toBe(letter.slice(0, 140));
  });
});
