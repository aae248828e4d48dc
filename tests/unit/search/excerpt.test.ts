import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { excerptOf, searchWords } from "#lib/desk/search/rules.ts";

const marked = (body: string, q: string) =>
  excerptOf(body, searchWords(q))
    .map(({ text, isMatch }) => (isMatch ? `[${text}]` : text))
    .join("");

test("a query is its distinct words", () => {
  expect(searchWords("  blue \n parcel\u3000blue ")).toEqual(["blue", "parcel"]);
});

test("quoted words are one text, and a phone number is its digits", () => {
  expect(searchWords('blue "cancel  my subscription" now')).toEqual(["blue", "cancel my subscription", "now"]);
  expect(searchWords("“eins zwei” «un deux» „drei“")).toEqual(["eins zwei", "un deux", "drei"]);
  for (const q of ['"', '5"', '"a', "don't it's", '""']) expect(searchWords(q)).toEqual(q.split(" "));
  expect(searchWords("+49 (170) 123-45 67")).toEqual(["+491701234567"]);
  expect(searchWords("٠١٧٠ ١٢٣٤")).toEqual(["01701234"]);
  expect(searchWords("100 200 300")).toEqual(["100", "200", "300"]);
});

test("an excerpt highlights what the database folds to the same", () => {
  expect(marked("I don’t see it", "don't")).toBe("I [don’t] see it");
  expect(marked("Wysyłka do Łodzi, København, vitæ", "wysylka kobenhavn vitae")).toBe(
    "[Wysyłka] do Łodzi, [København], [vitæ]",
  );
  expect(marked("in ٢٠٢٦", "2026")).toBe("in [٢٠٢٦]");
  expect(marked("please cancel\n my subscription", '"cancel my"')).toBe("please [cancel my] subscription");
});

test("an excerpt highlights each word wherever it is, as it was written", () => {
  expect(marked("The Café, the CAFE\u0301 and the cafeteria", "cafe")).toBe(
    "The [Café], the [CAFE\u0301] and the [cafe]teria",
  );
  expect(marked("Straße und STRASSE", "strasse")).toBe("[Straße] und [STRASSE]");
  expect(marked("ｶﾞｲﾄﾞとガイド", "ガイド")).toBe("[ｶﾞｲﾄﾞ]と[ガイド]");
  expect(marked("أين طَلَبِي؟", "طلبي")).toBe("أين [طَلَبِي]؟");
  expect(marked("a 🎉 b", "🎉")).toBe("a [🎉] b");
});

test("an excerpt has no marks of formatting, unless what's found is hidden by it", () => {
  expect(marked("The **blue** [parcel](https://shop.example/track)", "blue")).toBe("The [blue] parcel (shop.example)");
  expect(marked("The **blue** [parcel](https://shop.example/track)", "track")).toBe("…//shop.example/[track])");
});

test("overlapping words are highlighted once", () => {
  expect(marked("parcels", "parc arcel cels")).toBe("[parc][el][s]");
});

test("a long text is cut around the first match, with an ellipsis", () => {
  const body = `${"before ".repeat(50)}needle ${"after ".repeat(50)}`;
  const text = marked(body, "needle");
  expect(text).toMatch(/^….*\[needle\].*…$/);
  expect(text).toMatch(/^…(before )+\[needle\]/);
  expect(marked(`${"字".repeat(300)}needle`, "needle")).toMatch(/^…字+\[needle\]$/);
  expect(marked(`needle ${"after ".repeat(50)}`, "needle")).toMatch(/^\[needle\] after.*…$/);
  expect(marked(`${"before ".repeat(50)}needle`, "needle")).toMatch(/^….*\[needle\]$/);
});

test("the match is near the beginning, since a narrow list shows no more", () => {
  expect(marked("Could you use as many of them as you like, one after the needle?", "needle")).toBe(
    "…one after the [needle]?",
  );
  expect(marked("As short a needle", "needle")).toBe("As short a [needle]");
});

test("an excerpt is a part of the text on one line, of at most 142 characters, whatever the query", () => {
  const letters = fc.string({ unit: "grapheme", maxLength: 400 });
  fc.assert(
    fc.property(letters, letters, (body, q) => {
      const parts = excerptOf(body, searchWords(q));
      const whole = parts.map(({ text }) => text).join("");
      expect([...whole].length).toBeLessThanOrEqual(142);
      expect(body.replace(/\s+/gu, " ").trim()).toContain(whole.replace(/^…/, "").replace(/…$/, ""));
      expect(parts.every(({ text }) => text !== "")).toBe(true);
    }),
  );
});

test("an excerpt begins and ends between characters as people see them", () => {
  const family = "👨‍👩‍👧‍👦";
  const characters = new Intl.Segmenter("en", { granularity: "grapheme" });
  for (let before = 0; before < 8; before += 1) {
    const body = `${"x".repeat(before)}${family.repeat(5)}parcel${family.repeat(60)}`;
    const shown = marked(body, "parcel").replace(/[…[\]]/g, "");
    const whole = [...characters.segment(shown)].map(({ segment }) => segment);
    expect(whole.filter((segment) => segment.includes("👩") && segment !== family)).toEqual([]);
    expect(whole.length).toBeGreaterThan(20);
  }
});
