import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { archivePath } from "#lib/data/exports/archive-path.ts";

const id = "0190a6e0-0000-7000-8000-000000000001";
const pathOf = (name: string) => archivePath({ id, name }).replace(`files/${id}-`, "");

for (const [given, expected] of [
  ["photo.jpg", "photo.jpg"],
  ["../../etc/passwd", "etcpasswd"],
  ["..\\..\\boot.ini", "boot.ini"],
  ['a "quoted" <name>: 1|2?*.txt', "a _quoted_ _name__ 1_2__.txt"],
  ["innocent\u202Egpj.exe", "innocentgpj.exe"],
  ["CON", "CON"],
  ["trailing. . ", "trailing"],
  ["日本 😀.png", "日本 😀.png"],
  ["???", "___"],
  ["...", "file"],
] as const) {
  test(`${JSON.stringify(given)} becomes ${JSON.stringify(expected)} in an archive`, () => {
    expect(pathOf(given)).toBe(expected);
  });
}

test("any name becomes one that every system can store, with its ending kept", () => {
  const unit = fc.oneof(
    fc.constantFrom("..", "/", "\\", ":", "\0", "\n", "\u202E", " ", "."),
    fc.string({ unit: "grapheme" }),
    fc.string({ unit: "binary" }),
  );
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 1_000 }), (name) => {
      const path = archivePath({ id, name });
      expect(path).toMatch(/^files\/[^/\\<>:"|?*\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+$/u);
      expect(path).not.toMatch(/[. ]$/);
      expect(path.isWellFormed()).toBe(true);
      expect(Buffer.byteLength(path)).toBeLessThanOrEqual("files/".length + id.length + 1 + 120);
    }),
  );
  expect(pathOf(`${"日".repeat(1_000)}.jpeg`)).toBe(`${"日".repeat(38)}.jpeg`);
  expect(pathOf(`${"x".repeat(117)}.. y`)).toBe("x".repeat(117));
});
