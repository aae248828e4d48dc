import { expect, test } from "@playwright/test";
import { charactersLeft } from "#client/text-length.ts";
import { codePoints, isBlank } from "#platform/characters.ts";

test("counts code points, as the API does", () => {
  expect(codePoints("a😀é")).toBe(3);
  expect(charactersLeft("😀".repeat(4000))).toBe(0);
});

test("shows the limit only near it", () => {
  expect(charactersLeft("a".repeat(3799))).toBeUndefined();
  expect(charactersLeft("a".repeat(3800))).toBe(200);
  expect(charactersLeft("a".repeat(4001))).toBe(-1);
  expect(charactersLeft("😀".repeat(2000))).toBeUndefined();
});

test("recognizes a text with nothing visible in it", () => {
  for (const text of ["", "  \n\t", "\u00A0", "\u200B", "\u2060", "\uFEFF", "\u2800", "\u3164", "\u0301\u0302"]) {
    expect(isBlank(text), JSON.stringify(text)).toBe(true);
  }
  for (const text of ["a", " a ", "😀", "。", "0"]) expect(isBlank(text), text).toBe(false);
});
