import { globSync, readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";

/** So few hexadecimal digits are a part of a random id or of a time now and then. */
const IN_AN_ID = /^(?=.*\d)[\da-f]{1,5}$/i;

const absentTexts = (source: string) =>
  [...source.matchAll(/\.not\.to(?:Match|Contain)\((?:"(?<text>[^"\n]*)"|\/(?<pattern>[^/\n]+)\/)/g)].flatMap(
    ({ groups }) => groups?.text ?? groups?.pattern?.split("|") ?? [],
  );

test("no test expects a few hexadecimal digits to be absent, as a random id or a time may contain them", () => {
  const written = globSync("tests/**/*.ts").flatMap((path) =>
    absentTexts(readFileSync(path, "utf8")).map((text) => ({ path, text })),
  );
  expect(written.length).toBeGreaterThan(100);
  expect(written.filter(({ text }) => IN_AN_ID.test(text))).toEqual([]);
});
